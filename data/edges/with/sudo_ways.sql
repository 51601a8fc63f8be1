-- What sudo_grants make of an account: the whole of another one's rights, or why not. Programs that
-- neither start others nor write files of their caller's choice make nothing.
WITH granted AS MATERIALIZED (
  SELECT g.*, p.starts, p.writes,
    g.command = 'ALL' OR g.arguments IS NULL
      AND regex_match(g.path, '^/(usr/)?(local/)?s?bin/[*]?$', 0) IS NOT NULL AS everything,
    g.arguments IS NULL OR g.arguments = '*' AS free,
    regex_match(g.arguments, '[*?\[]|^\^', 0) IS NOT NULL AS wild,
    regex_match(g.options || iif(d.noexec, ',noexec', ''),
      '^(?!(.*,)?EXEC(,|$)).*noexec|(^|,)NOEXEC(,|$)', 0) IS NOT NULL AS noexec,
    CASE WHEN g.nopasswd = 1 THEN '' WHEN d.others THEN g.target || '''s password'
      ELSE g.username || '''s password' END AS password
  FROM sudo_grants g CROSS JOIN (
    SELECT coalesce(max(regex_match(options, '(^|[,\s])noexec([,\s]|$)', 0) IS NOT NULL), 0) AS noexec,
      coalesce(max(regex_match(options, '(^|[,\s])(root|target|runas)pw([,\s]|$)', 0) IS NOT NULL), 0) AS others
    FROM sudoers WHERE who = 'Defaults' AND enabled IS NOT 0) d
  LEFT JOIN shell_programs p ON p.name IN (g.name, g.stem) OR p.name GLOB g.name AND g.name <> '*'),
held AS (
  SELECT *, CASE
      WHEN here = 0 THEN 'the rule is for ' || hosts
      WHEN taken_by IS NOT NULL THEN taken_by || ' takes it back'
      WHEN everything THEN NULL
      WHEN noexec AND NOT (writes AND free) THEN 'NOEXEC keeps it from starting a shell'
      WHEN starts IN ('itself', 'pager') OR free OR wild THEN NULL
      WHEN starts = 'stdin' AND arguments = '""' THEN NULL
      WHEN path LIKE '%/su' AND arguments IN ('-', '-l', 'root', '- root') THEN NULL
      ELSE 'its arguments are fixed' END AS kept,
    CASE WHEN here IS NULL THEN 'whether ' || hosts || ' has this host in it is not known'
      WHEN everything THEN NULL
      WHEN regex_match(path, '[*?\[][^/]*$', 0) IS NOT NULL THEN 'which programs ' || path || ' stands for is not known'
      WHEN free THEN NULL
      WHEN starts = 'pager' THEN 'only before systemd 247 does its pager start a shell'
      WHEN starts <> 'itself' AND wild THEN 'its wildcard may not let in what it takes' END AS doubt
  FROM granted WHERE everything OR starts IS NOT NULL)
SELECT DISTINCT username, target, also_root, command, source, line, options, hosts,
  iif(nopasswd = 1, 'without a password', 'with a password') AS asked,
  CASE WHEN kept IS NOT NULL THEN 'refuted' WHEN doubt IS NOT NULL THEN 'inferred'
    WHEN password <> '' THEN 'conditional' ELSE 'proven' END AS state,
  coalesce(kept, doubt || iif(password = '', '', ', and it takes ' || password), nullif(password, '')) AS why
FROM held
