-- What sudo_grants make of an account: the whole of another one's rights, or why not. Most of the
-- system's programs neither start others nor write files of their caller's choice (refuted); of other
-- programs that is not known (absent). likely: not only in an old release, or with a wildcard that hardly
-- lets it in. sample: arguments of programs that give root only with some; lets_in: the rule allows one of them.
WITH sample(name, words) AS MATERIALIZED (
  SELECT names.value, words.value
  FROM (VALUES ('["passwd"]', '["", "root"]'),
    ('["su", "runuser"]', '["", "-", "-l", "root", "- root", "-l root", "-c sh", "- -c sh", "root -c sh", "- root -c sh", '
      || '"-l root -c sh", "-c sh root", "-c sh - root", "-s /bin/sh", "-s /bin/sh root", "root -s /bin/sh"]')) k,
    json_each(k.column1) names, json_each(k.column2) words),
granted AS MATERIALIZED (
  SELECT g.*, p.starts, p.writes, f.pattern IS NOT NULL AS fits, f.writes AS fit_writes,
    g.command = 'ALL' OR g.arguments IS NULL
      AND regex_match(g.path, '^/(usr/)?(local/)?s?bin/[*]?$', 0) IS NOT NULL AS everything,
    g.arguments IS NULL OR g.arguments = '*' AS free,
    regex_match(g.arguments, '[*?\[]|^\^', 0) IS NOT NULL AS wild,
    g.arguments LIKE '^%' AS is_regex,
    regex_match(g.arguments, '^\^(.*[^\\])?\.[*+]\)*\$$', 0) IS NOT NULL AS open_ended,
    g.name IN (SELECT name FROM sample) AND g.barred IS NULL AS is_sampled,
    g.barred IS NULL AND EXISTS (
      SELECT 1 FROM sample s WHERE s.name = g.name
        AND CASE WHEN g.arguments IS NULL THEN 1 WHEN g.arguments LIKE '^%' THEN regex_match(s.words, g.arguments, 0) IS NOT NULL
          ELSE s.words GLOB g.arguments END
        AND NOT EXISTS (SELECT 1 FROM json_each(g.excepted) e
          WHERE CASE WHEN regex_match(e.value, '^\S+ +\^', 0) IS NOT NULL THEN regex_match(s.words, regex_match(e.value, '^\S+ +(.+)$', 1), 0) IS NOT NULL
            ELSE s.words GLOB replace(regex_match(e.value, '^\S+ +(.+)$', 1), '[!', '[^') END)) AS lets_in,
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
  LEFT JOIN shell_programs p ON p.name IN (g.name, g.stem) OR p.name GLOB g.name AND g.name <> '*'
    OR g.path LIKE '^%' AND g.barred IS NULL AND regex_match('/usr/bin/' || p.name, g.path, 0) IS NOT NULL
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
    CASE WHEN everything OR fits AND NOT (free OR wild) THEN NULL
      WHEN is_sampled AND (free OR wild) THEN CASE WHEN lets_in THEN NULL WHEN excepted IS NOT NULL THEN except_words || ' is excepted from it'
        ELSE iif(is_regex, 'its regular expression', 'its wildcard') || ' does not seem to let in ' || target END
      WHEN starts = 'itself' THEN NULL
      WHEN excepted IS NOT NULL AND (free OR wild) THEN 'whether it is enough without ' || except_words || ' is not known'
      WHEN free OR fits THEN NULL
      WHEN starts = 'pager' THEN 'only before systemd 247 does its pager start a shell'
      WHEN is_regex AND NOT open_ended THEN 'its regular expression may not let in what it takes'
      WHEN wild AND narrow THEN 'its wildcard may not let in what it takes' END AS unlikely,
    CASE WHEN doubt IS NOT NULL THEN doubt WHEN everything THEN NULL
      WHEN regex_match(path, '[*?\[][^/]*$|^\^', 0) IS NOT NULL THEN 'which programs ' || path || ' stands for is not known'
    END AS unsure,
    everything OR starts IS NOT NULL OR fits OR regex_match(path, '^\^?/(usr/)?s?bin/', 0) IS NOT NULL AS is_known
  FROM (SELECT *, (SELECT group_concat('!' || value, ', ') FROM json_each(excepted)) AS except_words FROM granted))
SELECT DISTINCT username, target, also_root, command, source, line, options, hosts, nopasswd,
  unlikely IS NULL AS likely,
  iif(nopasswd = 1, 'without a password', 'with a password') AS asked,
  CASE WHEN NOT is_known THEN 'absent' WHEN kept IS NOT NULL THEN 'refuted' WHEN coalesce(unsure, unlikely) IS NOT NULL THEN 'inferred'
    WHEN password <> '' THEN 'conditional' ELSE 'proven' END AS state,
  coalesce(kept, coalesce(unsure, unlikely) || iif(password = '', '', ', and it takes ' || password), nullif(password, '')) AS why
FROM held
