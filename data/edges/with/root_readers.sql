-- Who can read files of root's without becoming root: by sudo for a program that prints files, or by such a
-- program with a capability or root's set-user-ID bit. only: the one file that the rule allows; '': any, as the star of a wildcard
-- matches slashes and spaces. pattern: what the arguments must fit otherwise: a regular expression, or wildcards
-- for single characters. shelf: the folder that it begins with, out of which a path may lead, or ''.
WITH capable AS MATERIALIZED (
  SELECT path, capabilities, instr(flags, 'p') > 0 AND instr(flags, 'e') > 0 AS in_effect,
    replace(path, rtrim(path, replace(path, '/', '')), '') AS name
  FROM file_capabilities WHERE regex_match(capabilities, '\bcap_dac_read_search\b', 0) IS NOT NULL),
place AS MATERIALIZED (
  SELECT p.target, p.path, p.type, p.mode, p.uid, p.gid, p.acl, instr(',' || p.mount_flags || ',', ',nosuid,') > 0 AS nosuid
  FROM path_permissions p WHERE p.purpose = 'capability' AND p.type IN ('regular', 'directory'))
SELECT g.username, g.command || ' by sudo' AS how, g.source || ' line ' || g.line AS source,
  CASE WHEN g.arguments IS NULL THEN '' WHEN g.arguments LIKE '^%' THEN iif(regex_match(g.arguments, '^\^(.*[^\\])?\.[*+]\)*\$$', 0) IS NULL, NULL, '')
    WHEN regex_match(g.arguments, '(?<!\\)\*', 0) IS NOT NULL THEN ''
    WHEN regex_match(g.arguments, '(?<!\\)[?\[]', 0) IS NULL THEN regex_match(g.arguments, '(?:^| )(/\S+)$', 1) END AS "only",
  g.arguments AS pattern, coalesce(regex_match(g.arguments, '^\^?\(?([^()*?\[\]{}|\\+]*/)', 1), '') AS shelf,
  CASE WHEN g.barred IS NOT NULL OR m.barred IS NOT NULL OR g.here = 0 THEN 'refuted' WHEN g.doubt IS NOT NULL OR m.doubt IS NOT NULL THEN 'inferred'
    WHEN g.nopasswd = 1 THEN 'proven' ELSE 'conditional' END AS state,
  CASE WHEN g.here = 0 THEN 'the rule is for ' || g.hosts WHEN g.barred IS NOT NULL THEN g.barred
    WHEN coalesce(m.barred, g.doubt, m.doubt) IS NOT NULL THEN coalesce(m.barred, g.doubt, m.doubt)
    WHEN g.nopasswd = 1 THEN NULL ELSE g.username || '''s password' END AS why
FROM sudo_grants g JOIN file_readers f ON f.name = g.name
LEFT JOIN pam_accounts m ON m.service = 'sudo' AND m.username = g.username
WHERE g.target = 'root' AND (g.arguments IS NULL OR regex_match(g.arguments, '[*?\[]|^\^|(^| )/\S+$', 0) IS NOT NULL)
UNION ALL
SELECT username, how, path, '', NULL, '',
  CASE WHEN kept IS NOT NULL THEN 'refuted' WHEN doubt IS NOT NULL THEN 'inferred' ELSE 'proven' END, coalesce(kept, doubt)
FROM (
  SELECT a.username, c.path, c.path || ' with ' || c.capabilities AS how,
    CASE WHEN p.nosuid THEN p.path || ' is mounted nosuid'
      WHEN NOT c.in_effect THEN 'the capability of ' || c.path || ' is not in effect'
      WHEN NOT permits(p.mode, p.uid, p.gid, coalesce(p.acl, ''), a.uid, a.gids, 'x') THEN a.username || ' may not run ' || c.path
      ELSE (SELECT min(d.path) || ' is closed to ' || a.username FROM place d WHERE d.target = p.target AND d.type = 'directory'
        AND NOT permits(d.mode, d.uid, d.gid, coalesce(d.acl, ''), a.uid, a.gids, 'x')) END AS kept,
    iif(p.acl IS NULL AND p.uid <> a.uid, 'the access list of ' || p.path || ' could not be read', NULL) AS doubt
  FROM capable c JOIN place p ON p.target = c.path AND p.type = 'regular' CROSS JOIN accounts a
  WHERE a.uid <> 0
    AND (c.name IN (SELECT name FROM file_readers) OR EXISTS (SELECT 1 FROM shell_programs s WHERE s.name IN (c.name, rtrim(c.name, '0123456789.')))))
UNION ALL
SELECT username, how, target, '', NULL, '', CASE WHEN kept IS NOT NULL THEN 'refuted' WHEN doubt IS NOT NULL THEN 'inferred' ELSE 'proven' END,
  coalesce(kept, doubt)
FROM (
  SELECT a.username, p.target, p.target || ', which runs as root' AS how,
    CASE WHEN p.executed = 0 THEN 'Linux ignores the bit of a script'
      WHEN instr(',' || p.mount_flags || ',', ',nosuid,') > 0 THEN p.path || ' is mounted nosuid'
      WHEN NOT permits(p.mode, p.uid, p.gid, coalesce(p.acl, ''), a.uid, a.gids, 'x') THEN a.username || ' may not run ' || p.target
      ELSE (SELECT min(d.path) || ' is closed to ' || a.username FROM path_permissions d
        WHERE d.purpose = 'setuid' AND d.target = p.target AND d.type = 'directory'
          AND NOT permits(d.mode, d.uid, d.gid, coalesce(d.acl, ''), a.uid, a.gids, 'x')) END AS kept,
    CASE WHEN p.acl IS NULL THEN 'the access list of ' || p.path || ' could not be read'
      WHEN p.detail = '' AND regex_match(p.path, '^/(usr/)?(local/)?s?bin/[^/]+$', 0) IS NULL
        THEN 'that ' || p.path || ' is the program of that name is not known' END AS doubt
  FROM path_permissions p CROSS JOIN accounts a
  WHERE p.purpose = 'setuid' AND p.type = 'regular' AND p.path = p.target AND p.uid = 0 AND a.uid <> 0
    AND coalesce(nullif(p.detail, ''), regex_match(p.path, '[^/]*$', 0)) IN (SELECT name FROM file_readers))
