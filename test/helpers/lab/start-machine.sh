# A machine's first process: the programs and settings of this one, with files of its own to change.
# start-machine.sh NAME FOLDER SHOWN...: FOLDER is empty, what is SHOWN is there under the same path.
set -e
umask 022
name=$1 root=$2
shift 2
# Its process id as the lab has it: until another is mounted, /proc is the lab's.
read -r pid _ </proc/self/stat
hostname "$name"
mount --make-rprivate /
mount -t tmpfs -o mode=755 none "$root"
show() {
  mkdir -p "$root$1"
  mount --bind -o ro "$1" "$root$1"
}
# Of /usr what programs need to run: the rest takes long to walk over.
for path in /usr/bin /usr/sbin /usr/libexec /usr/lib/sudo /usr/lib/*-linux-* /usr/lib64 /var/lib/dpkg; do
  if [ -d "$path" ]; then show "$path"; fi
done
mkdir -p "$root/usr/lib"
cp -a /usr/lib/os-release /usr/lib/ld-* "$root/usr/lib/" 2>/dev/null || true
for path in /bin /sbin /lib*; do
  if [ -L "$path" ]; then cp -a "$path" "$root$path"; else show "$path"; fi
done
for path in "$@"; do show "$path"; done

cp -a /etc "$root/etc"
rm -rf "$root/etc/sudoers.d" "$root/etc/ssh/sshd_config.d" "$root"/etc/ssh/ssh_host_*
cd "$root"
mkdir -p dev proc sys run/sshd home root tmp etc/sudoers.d var/log var/tmp
chmod 700 root
chmod 1777 tmp var/tmp
ln -s /run var/run
echo "127.0.1.1 $name" >>etc/hosts
for device in null zero full random urandom tty; do
  touch dev/$device
  mount --bind /dev/$device dev/$device
done
mkdir dev/pts
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
mount -t proc proc proc
mount --bind /sys sys
# Nothing of the machine around it stays to be seen.
mkdir old
pivot_root . old
cd /
umount -l /old
rmdir /old
ip link set lo up
echo "$pid"
while read -r _; do :; done
