-- The accounts that each key of authorized_keys opens, and what keeps it from that. Of several lines with a
-- key the first that admits the client decides.
WITH first AS MATERIALIZED (
  SELECT k.username, k.key_file, k.fingerprint, min(k.rowid) AS place
  FROM authorized_keys k LEFT JOIN key_options o ON o.options = k.options
  WHERE k.fingerprint <> '' AND o.clients IS NULL AND o.refused IS NULL AND NOT coalesce(o.is_authority, 0)
  GROUP BY k.username, k.key_file, k.fingerprint)
SELECT k.username, k.uid, l.exposed, k.fingerprint, k.algorithm, k.key_bits, k.key_file, k.comment, k.options,
  coalesce(l.port, 22) AS port,
  trim(coalesce(o.clients, '') || ' ' || coalesce(l.addresses, '')) AS admits,
  coalesce(l.barred, o.refused, iif(k.rowid > p.place, 'an earlier line with this key decides', NULL), f.barred,
    iif(instr(char(10) || l.key_files || char(10), char(10) || k.key_file || char(10)) = 0,
      'sshd takes no keys from ' || k.key_file || ', by its options or by who may change it', NULL)) AS barred,
  CASE WHEN l.username IS NULL THEN 'what sshd allows ' || k.username || ' is not known'
    ELSE coalesce(l.unknown, f.unknown) END AS unknown,
  l.asked, l.source, l.key_algorithms, l.rsa_bits, l.revoked_keys
FROM authorized_keys k
LEFT JOIN key_options o ON o.options = k.options
LEFT JOIN first p ON p.username = k.username AND p.key_file = k.key_file AND p.fingerprint = k.fingerprint
LEFT JOIN public_key_logins l ON l.username = k.username
LEFT JOIN forced_commands f ON f.command = coalesce(l.forced_command, o.command)
WHERE k.fingerprint <> '' AND NOT coalesce(o.is_authority, 0)
