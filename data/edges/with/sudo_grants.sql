-- What sudo allows each account to run as whom: a row a command, and of all that fit a command only
-- the last one. barred: why sudo does not apply it, or the later one that forbids it. here: whether the rule is for this host; NULL
-- where that hangs on a netgroup or addresses that are not known; doubt: that, or a setting whose effect is not
-- followed. excepted: the later commands with arguments that are taken out of it, as JSON. also_root: the same
-- words give root as well.
-- Later rules are compared with the words themselves: each CTE that is read twice is prepared twice.
WITH decisive AS MATERIALIZED (
  SELECT coalesce(
    min(iif(header = 'Plugin', rule_details || ' in ' || source, NULL)),
    'the setting ' || min(iif(who LIKE 'Defaults%' AND enabled IS NOT 0, coalesce(
      regex_match(options, '(?:^|[,\s])(intercept|pam_login_service|pam_service|runas_check_shell|runas_default|runchroot|runcwd)(?:[=,\s]|$)', 1),
      iif(who = 'Defaults', NULL, regex_match(options, '(?:^|[,\s])(noexec)(?:[,\s]|$)', 1))), NULL))) AS what
  FROM sudoers),
rules AS MATERIALIZED (
  SELECT rowid AS place, source, line, users, hosts, commands, coalesce(options, '') AS options,
    nopasswd, coalesce(barred, iif(enabled = 0, 'sudo does not read it', NULL)) AS barred, ',' || iif(run_as LIKE ':%', replace(replace(run_as, ':', 'group '), ',', ',group '), regex_match(run_as, '^[^:]*', 0)) || ',' AS becomes,
    CASE WHEN hosts = 'ALL' THEN 1 ELSE coalesce(
      (SELECT i.value NOT LIKE '!%'
        FROM json_each('[' || replace(json_quote(hosts), ',', '","') || ']') i CROSS JOIN system_info s
        WHERE ltrim(i.value, '!') = 'ALL' OR lower(s.hostname) GLOB lower(ltrim(i.value, '!'))
          OR regex_match(lower(s.hostname), '^[^.]+', 0) GLOB lower(ltrim(i.value, '!'))
          OR regex_match(i.value, '^!?[0-9.]+(/\d{1,2})?$', 0) IS NOT NULL AND EXISTS (
            SELECT 1 FROM interface_addresses a WHERE a.address NOT LIKE '127.%'
              AND (a.address = ltrim(i.value, '!') OR in_cidr_block(ltrim(i.value, '!'), a.address)))
        ORDER BY i.key DESC LIMIT 1),
      CASE WHEN regex_match(hosts, '[+:]|/\d+\.', 0) IS NULL AND EXISTS (SELECT 1 FROM system_info WHERE hostname <> '')
        AND (regex_match(hosts, '(^|,)!?[0-9./]+(,|$)', 0) IS NULL OR EXISTS (SELECT 1 FROM interface_addresses))
        THEN 0 END) END AS here
  FROM sudoers WHERE commands <> ''),
item AS MATERIALIZED (
  SELECT g.place, g.source, g.line, g.hosts, g.options, g.nopasswd, g.becomes, g.here, g.barred, i.key AS nth, i.value LIKE '!%' AS negated, ltrim(i.value, '!') AS command,
    regex_match(i.value, '^!*(?:sha\d+:\S+ +)?(\S+)', 1) AS path,
    regex_match(i.value, '^!*(?:sha\d+:\S+ +)?(?:\S*/)?([^/ ]*)', 1) AS name,
    regex_match(i.value, '^!*(?:sha\d+:\S+ +)?(?:\S*/)?([^/ ]*?)[0-9.]*(?: |$)', 1) AS stem,
    -- SQLite writes "not of these" with a caret.
    replace(regex_match(i.value, '^!*(?:sha\d+:\S+ +)?(?!sha\d+:)\S+ +(.+)$', 1), '[!', '[^') AS arguments,
    regex_match(i.value, '^!*(?:sha\d+:\S+ +)?(?!sha\d+:)\S+ +[^\^*?\[][^*?\[]*$', 0) IS NOT NULL AS is_fixed
  FROM rules g, json_each('[' || replace(json_quote(g.commands), ', ', '","') || ']') i),
holder AS MATERIALIZED (
  SELECT DISTINCT g.place, coalesce(a.username, u.value) AS username
  FROM rules g, json_each('[' || replace(json_quote(g.users), ',', '","') || ']') u
  LEFT JOIN users a ON u.value = 'ALL' AND a.uid <> 0
    AND instr(',' || g.users || ',', ',!' || a.username || ',') = 0
  WHERE regex_match(u.value, '^$|^[!%+#]|^root$', 0) IS NULL AND coalesce(a.username, u.value) <> 'ALL'
    AND u.value NOT IN (SELECT username FROM users WHERE uid = 0)),
target AS MATERIALIZED (
  SELECT DISTINCT g.place, coalesce(a.username, m.username, iif(t.value IN ('ALL', '#0'), 'root', t.value)) AS target
  FROM rules g, json_each('[' || replace(json_quote(trim(g.becomes, ',')), ',', '","') || ']') t
  LEFT JOIN users a ON a.uid <> 0 AND (t.value = 'ALL' AND instr(g.becomes, ',!root,') > 0 OR t.value = '#' || a.uid)
  LEFT JOIN user_groups m ON t.value IN ('%' || m.groupname, '%#' || m.gid)
  WHERE regex_match(t.value, '^$|^!|^group (ALL$|!|#)', 0) IS NULL AND (substr(t.value, 1, 1) <> '%' OR m.username IS NOT NULL)),
wanted AS (
  SELECT h.username, t.target, i.source, i.line, i.command, i.path, i.name, i.stem, i.arguments, i.options,
    i.hosts, i.here, i.barred, i.nopasswd, regex_match(i.becomes, ',(ALL|root|#0),', 0) IS NOT NULL AND instr(i.becomes, ',!root,') = 0 AS also_root,
    (SELECT l.negated || coalesce('line ' || l.line || ' of ' || l.source, 'a later rule')
      FROM item l JOIN holder o ON o.place = l.place
      WHERE o.username = h.username AND l.here = 1 AND l.barred IS NULL
        AND (l.place > i.place OR l.place = i.place AND l.nth > i.nth)
        AND (l.command = 'ALL' OR i.command <> 'ALL'
          AND (l.path = i.path OR i.path GLOB l.path OR l.path = rtrim(i.path, replace(i.path, '/', '')))
          AND (l.arguments IS NULL OR l.arguments = '*' OR l.arguments IS i.arguments
            OR i.is_fixed AND iif(l.arguments LIKE '^%' AND l.barred IS NULL, regex_match(i.arguments, l.arguments, 0) IS NOT NULL, i.arguments GLOB l.arguments)))
        AND (instr(l.becomes, ',ALL,') > 0 OR instr(l.becomes, ',' || t.target || ',') > 0)
        AND instr(l.becomes, ',!' || t.target || ',') = 0
      ORDER BY l.place DESC, l.nth DESC LIMIT 1) AS later,
    (SELECT nullif(json_group_array(l.command), '[]')
      FROM item l JOIN holder o ON o.place = l.place
      WHERE l.negated AND l.arguments IS NOT NULL AND o.username = h.username AND l.here IS NOT 0 AND l.barred IS NULL
        AND (l.place > i.place OR l.place = i.place AND l.nth > i.nth)
        AND (l.path = i.path OR i.path GLOB l.path OR l.path GLOB i.path)
        AND (instr(l.becomes, ',ALL,') > 0 OR instr(l.becomes, ',' || t.target || ',') > 0)) AS excepted
  FROM item i JOIN holder h ON h.place = i.place JOIN target t ON t.place = i.place
  WHERE NOT i.negated AND h.username <> t.target AND instr(i.becomes, ',!' || t.target || ',') = 0)
SELECT username, target, also_root, source, line, command, path, name, stem, arguments, options, hosts, here, nopasswd, excepted,
  CASE WHEN what IS NOT NULL THEN 'what ' || what || ' does to it is not known'
    WHEN regex_match(options, '(^|,)(CHROOT|CWD)=', 0) IS NOT NULL
      THEN 'what the setting ' || regex_match(options, '(?:^|,)(CHROOT|CWD)=', 1) || ' does to it is not known'
    WHEN here IS NULL THEN 'whether ' || hosts || ' has this host in it is not known' END AS doubt,
  coalesce(barred, substr(later, 2) || ' takes it back') AS barred
FROM wanted CROSS JOIN decisive WHERE later IS NULL OR later LIKE '1%'
