-- Accounts that a sudo rule gives by su or runuser as root, with arguments that name the account.
SELECT g.username, u.username AS target, g.command, iif(g.nopasswd = 1, 'without a password', 'with a password') AS asked,
  g.source, g.line, g.options, g.hosts,
  CASE WHEN g.here = 0 OR g.barred IS NOT NULL OR locked OR noexec THEN 'refuted' WHEN g.doubt IS NOT NULL THEN 'inferred'
    WHEN g.nopasswd = 1 THEN 'proven' ELSE 'conditional' END AS state,
  CASE WHEN g.here = 0 THEN 'the rule is for ' || g.hosts WHEN g.barred IS NOT NULL THEN g.barred
    WHEN locked THEN u.shell || ', the shell of ' || u.username || ', lets nobody in'
    WHEN noexec THEN 'NOEXEC keeps it from starting a shell'
    WHEN g.doubt IS NOT NULL THEN g.doubt
    WHEN g.nopasswd = 1 THEN NULL ELSE g.username || '''s password' END AS why
FROM (SELECT *, ',' || options || ',' LIKE '%,NOEXEC,%' AS noexec FROM sudo_grants WHERE target = 'root' AND name IN ('su', 'runuser')) g
JOIN (SELECT *, regex_match(shell, '/(nologin|false|true)$', 0) IS NOT NULL AS locked FROM users WHERE uid <> 0) u
  ON u.username <> g.username AND g.arguments IN (u.username, '- ' || u.username, '-l ' || u.username, '--login ' || u.username)
