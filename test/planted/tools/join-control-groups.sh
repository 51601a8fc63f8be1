# Moves the shell into the root's control groups, where containers get theirs; to be sourced.
if [ -f /sys/fs/cgroup/cgroup.controllers ]; then
  # In version 2, a group that gives controllers to groups in it has no processes of its own.
  mkdir -p /sys/fs/cgroup/init
  for pid in $$ $(cat /sys/fs/cgroup/cgroup.procs); do
    echo "$pid" > /sys/fs/cgroup/init/cgroup.procs || true
  done
  sed 's/^/+/; s/ / +/g' /sys/fs/cgroup/cgroup.controllers > /sys/fs/cgroup/cgroup.subtree_control
else
  for procs in /sys/fs/cgroup/*/cgroup.procs; do echo $$ > "$procs"; done
fi
