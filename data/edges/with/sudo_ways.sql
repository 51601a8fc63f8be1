-- What sudo_grants make of an account: the whole of another one's rights, or why not. Most of the
-- system's programs neither start others nor write files of their caller's choice (refuted); of other
-- programs that is not known (absent). likely: not only in an old release, or with a wildcard that hardly
-- lets it in.
-- decides: a setting that changes what the rules mean in a way that is not followed here.
WITH granted AS MATERIALIZED (
  SELECT g.*, coalesce(w.decides, regex_match(g.options, '(?:^|,)(CHROOT|CWD)=', 1)) AS decides, p.starts, p.writes, f.pattern IS NOT NULL AS fits, f.writes AS fit_writes,
    g.command = 'ALL' OR g.arguments IS NULL
      AND regex_match(g.path, '^/(usr/)?(local/)?s?bin/[*]?$', 0) IS NOT NULL AS everything,
    g.arguments IS NULL OR g.arguments = '*' AS free,
    regex_match(g.arguments, '[*?\[]|^\^', 0) IS NOT NULL AS wild,
    regex_match(g.arguments, '\*', 0) IS NULL OR g.name IN ('systemctl', 'docker', 'podman', 'kubectl')
      AND regex_match(g.arguments, '^(start|stop|(try-)?restart|reload|status|is-\w+|logs|ps|inspect|get|describe|list\S*|exec) ', 0) IS NOT NULL
      AS narrow,
    regex_match(g.options || iif(d.noexec, ',noexec', ''),
      '^(?!(.*,)?EXEC(,|$)).*noexec|(^|,)NOEXEC(,|$)', 0) IS NOT NULL AS noexec,
    CASE WHEN g.nopasswd = 1 THEN '' WHEN d.others THEN g.target || '''s password'
      ELSE g.username || '''s password' END AS password
  FROM sudo_grants g CROSS JOIN (
    SELECT coalesce(max(regex_match(options, '(^|[,\s])noexec([,\s]|$)', 0) IS NOT NULL), 0) AS noexec,
      coalesce(max(regex_match(options, '(^|[,\s])(root|target|runas)pw([,\s]|$)', 0) IS NOT NULL), 0) AS others
    FROM sudoers WHERE who = 'Defaults' AND enabled IS NOT 0) d
  CROSS JOIN (
    SELECT min(coalesce(regex_match(options, '(?:^|[,\s])(intercept|runas_default|runchroot|runcwd)(?:[=,\s]|$)', 1),
      iif(who = 'Defaults', NULL, regex_match(options, '(?:^|[,\s])(noexec)(?:[,\s]|$)', 1)))) AS decides
    FROM sudoers WHERE who LIKE 'Defaults%' AND enabled IS NOT 0) w
  LEFT JOIN shell_programs p ON p.name IN (g.name, g.stem) OR p.name GLOB g.name AND g.name <> '*'
  LEFT JOIN shell_arguments f ON f.name IN (g.name, g.stem) AND regex_match(g.arguments, f.pattern, 0) IS NOT NULL),
held AS (
  SELECT *, CASE
      WHEN here = 0 THEN 'the rule is for ' || hosts
      WHEN barred IS NOT NULL THEN barred
      WHEN everything THEN NULL
      WHEN starts IS NULL AND NOT fits THEN coalesce(path, command) || ' is not known to start other programs or to write files of its caller''s choice'
        || iif(free OR wild, '', ', and its arguments are fixed')
      WHEN noexec AND NOT (writes AND free OR coalesce(fit_writes, 0)) THEN 'NOEXEC keeps it from starting a shell'
      WHEN starts IN ('itself', 'pager') OR free OR wild OR fits THEN NULL
      WHEN starts = 'stdin' AND arguments = '""' THEN NULL
      ELSE 'its arguments are fixed' END AS kept,
    CASE WHEN everything OR free OR fits OR starts = 'itself' THEN NULL
      WHEN starts = 'pager' THEN 'only before systemd 247 does its pager start a shell'
      WHEN wild AND narrow THEN 'its wildcard may not let in what it takes' END AS unlikely,
    CASE WHEN decides IS NOT NULL THEN 'what the setting ' || decides || ' does to it is not known'
      WHEN here IS NULL THEN 'whether ' || hosts || ' has this host in it is not known'
      WHEN everything THEN NULL
      WHEN regex_match(path, '[*?\[][^/]*$', 0) IS NOT NULL THEN 'which programs ' || path || ' stands for is not known'
    END AS doubt,
    everything OR starts IS NOT NULL OR fits OR regex_match(path, '^/(usr/)?s?bin/', 0) IS NOT NULL AS is_known
  FROM granted)
SELECT DISTINCT username, target, also_root, command, source, line, options, hosts, nopasswd,
  unlikely IS NULL AS likely,
  iif(nopasswd = 1, 'without a password', 'with a password') AS asked,
  CASE WHEN NOT is_known THEN 'absent' WHEN kept IS NOT NULL THEN 'refuted' WHEN coalesce(doubt, unlikely) IS NOT NULL THEN 'inferred'
    WHEN password <> '' THEN 'conditional' ELSE 'proven' END AS state,
  coalesce(kept, coalesce(doubt, unlikely) || iif(password = '', '', ', and it takes ' || password), nullif(password, '')) AS why
FROM held
