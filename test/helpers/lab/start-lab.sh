# The lab's first process: a network of its own for the machines, gone when stdin closes.
set -e
# Its process id as the outside has it: until another is mounted, /proc is the outside's.
read -r pid _ </proc/self/stat
mount --make-rprivate /
mount -t proc proc /proc
mount -t tmpfs none /run
ip link set lo up
ip link add lab0 type bridge
ip address add "$1" dev lab0
ip link set lab0 up
echo "$pid"
while read -r _; do :; done
