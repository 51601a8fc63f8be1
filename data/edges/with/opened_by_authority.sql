-- The accounts that certificates of each authority open, and what keeps them from that.
WITH trusted AS (
  SELECT a.fingerprint, a.username, a.principals, a.options, a.source FROM ssh_authorities a
  WHERE a.username <> ''
  UNION ALL
  SELECT a.fingerprint, u.username, a.principals, a.options, a.source
  FROM ssh_authorities a CROSS JOIN users u
  WHERE a.username = '' AND u.username <> ''
    AND regex_match(coalesce(u.shell, ''), '/(nologin|false)$', 0) IS NULL)
SELECT t.fingerprint, t.username, t.source AS trusted_in, t.options, l.source,
  coalesce(nullif(t.principals, ''), t.username) AS principals,
  coalesce(l.port, 22) AS port,
  trim(coalesce(o.clients, '') || ' ' || coalesce(l.addresses, '')) AS admits,
  coalesce(l.barred, o.refused, f.barred) AS barred,
  CASE WHEN l.username IS NULL THEN 'what sshd allows ' || t.username || ' is not known'
    WHEN t.principals IS NULL THEN 'which principals a command accepts for ' || t.username || ' is not known'
    ELSE coalesce(l.unknown, f.unknown) END AS unknown,
  l.asked, l.key_algorithms, l.ca_algorithms, l.revoked_keys
FROM trusted t
LEFT JOIN key_options o ON o.options = t.options
LEFT JOIN public_key_logins l ON l.username = t.username
LEFT JOIN forced_commands f ON f.command = coalesce(l.forced_command, o.command)
  AND NOT EXISTS (SELECT 1 FROM ssh_forced_commands r WHERE r.username = t.username AND r.command = f.command AND r.runs_client = 1)
