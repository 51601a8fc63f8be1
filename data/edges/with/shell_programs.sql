-- Programs out of which their caller gets a shell or writes any file. starts: 'itself' whatever the
-- arguments, 'pager' the same before systemd 247, 'stdin' with no arguments too, 'arguments' where
-- the caller chooses them; shell_arguments has arguments that a rule may fix. writes: without starting
-- another program, so NOEXEC is no hindrance.
SELECT p.value AS name, k.column1 AS starts, k.column2 AS writes
FROM (VALUES
  ('itself', 1, 'vi vim vim.basic vim.tiny vim.nox vimdiff view rview nvim nano pico emacs ed ex joe jed mcedit mc '
    || 'micro vipw vigr editor sensible-editor'),
  ('itself', 0, 'less more most man info pager sensible-pager zless lynx w3m links elinks ftp sftp lftp telnet '
    || 'mutt mail mailx tig ranger vifm'),
  ('pager', 0, 'journalctl'),
  ('stdin', 1, 'sh bash rbash dash ash zsh ksh mksh csh tcsh fish busybox python pypy perl ruby irb lua '
    || 'luajit php node nodejs tclsh wish jshell crontab visudo mysql mariadb psql sqlite3 gdb'),
  ('stdin', 0, 'su runuser sudo doas pkexec screen tmux unshare capsh script'),
  ('arguments', 0, 'env nice ionice nohup timeout stdbuf setsid setarch taskset chrt chroot nsenter flock '
    || 'xargs watch time expect htop ssh parallel cpulimit ltrace service run-parts'),
  ('arguments', 1, 'toybox strace find awk gawk mawk nawk sed gcc cc make cmake tar zip rsync scp git hg svn '
    || 'docker podman nerdctl ctr lxc kubectl nmap tcpdump socat ncat wget curl systemctl '
    || 'systemd-run start-stop-daemon at batch apt apt-get aptitude dpkg yum dnf rpm pip '
    || 'npm gem cpan snap ip openvpn ansible ansible-playbook puppet vagrant valgrind perf '
    || 'sudoedit tee cp mv dd install ln chmod chown setfacl setcap usermod useradd passwd '
    || 'chpasswd mount openssl')) k, json_each('["' || replace(k.column3, ' ', '","') || '"]') p
