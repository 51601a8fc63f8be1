-- Arguments that a sudo rule may fix and with which the program still starts a shell, an editor or a
-- pager for its caller, or writes a file of root's as the caller wants. writes: without starting
-- another program.
WITH vital(files) AS (VALUES (
  '/(etc/(passwd|shadow|group|gshadow|sudoers|crontab|anacrontab|fstab|profile|bash\.bashrc|environment|rc\.local|ld\.so\.(preload|conf)|nsswitch\.conf|pam\.conf|sudo\.conf)'
  || '|etc/(sudoers\.d|cron\.\w+|ssh|pam\.d|security|profile\.d|ld\.so\.conf\.d|systemd|init\.d|default|apt|udev|modprobe\.d|update-motd\.d)/\S+'
  || '|(root|boot|s?bin|lib\w*|usr/s?bin|usr/lib\w*|usr/local|var/spool/cron)/\S+)'))
SELECT column1 AS name, column2 AS pattern, column3 AS writes FROM (VALUES
  ('su', '^(""|-|-l|--login|-[mp]|((-|-l|--login) )?root|-s \S+( root)?)$', 0),
  ('su', '^((-|-l|--login) )?(root )?-c (/\S*/)?(ba|da|k|z)?sh$', 0),
  ('sudo', '^(-[is]|su|su -)$', 0),
  ('runuser', '^(-|-l|- root|-l root)$', 0),
  ('login', '^-f root$', 0),
  ('machinectl', '^(shell|login)( |$)', 0),
  ('systemd-run', '^(-t|--pty|-S|--shell|-tS)$', 0),
  ('crontab', '^(-u \S+ )?-e( -u \S+)?$', 0),
  ('visudo', '^(""|-s|-f \S+)$', 0),
  ('systemctl', '^(--\S+ )*edit( |$)', 0),
  ('git', '^(-C \S+ )?(log|diff|show|help|blame|reflog|commit|rebase -i|config (--\S+ )*(-e|--edit))( |$)', 0),
  ('dpkg', '^(-l|--list)( |$)', 0),
  ('dpkg-query', '^(-l|--list)( |$)', 0),
  ('apt', '^changelog ', 0),
  ('apt-get', '^changelog ', 0),
  ('mysql', '^(?!.*(^| )(-e|-B|-V|--execute|--batch|--version|--help))', 0),
  ('mariadb', '^(?!.*(^| )(-e|-B|-V|--execute|--batch|--version|--help))', 0),
  ('psql', '^(?!.*(^| )(-c|-f|-l|-V|--command|--file|--list|--version|--help))', 0),
  ('sqlite3', '^\S+$', 0),
  ('gdb', '^(?!.*(^| )(-batch|--batch))', 0),
  ('screen', '^(?!.*-ls)', 0),
  ('tmux', '^(new|new-session|a|attach|attach-session)( |$)', 0),
  ('script', '^[^-]\S*$', 0),
  ('nsenter', '^((-\w+|--[\w-]+(=\S+)?|\d+) ?)+$', 0),
  ('unshare', '^((-\w+|--[\w-]+(=\S+)?) ?)+$', 0),
  ('chroot', '^/\S*$', 0),
  ('python', '^(.* )?-i( |$)', 0),
  ('sh', '^-[ilps]+$', 0), ('bash', '^(-[ilps]+|--login)$', 0), ('dash', '^-[ilps]+$', 0), ('zsh', '^-[ils]+$', 0),
  ('passwd', '^(""|root)$', 1),
  ('chpasswd', '^(""|-e)$', 1)
  UNION ALL SELECT 'sudoedit', '^' || files || '$', 1 FROM vital
  UNION ALL SELECT 'tee', '(^| )' || files || '( |$)', 1 FROM vital
  UNION ALL SELECT 'dd', '(^| )of=' || files || '( |$)', 1 FROM vital)
