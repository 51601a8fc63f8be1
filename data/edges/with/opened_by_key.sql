-- The accounts that each key of authorized_keys opens, and what keeps it from that. Of several lines with a
-- key the first that admits the client decides. relays: whether the login is no full session, relay_barred and
-- so on: what keeps it from forwarding connections; relay_to: the only places to which it does.
WITH first AS MATERIALIZED (
  SELECT k.username, k.key_file, k.fingerprint, min(k.rowid) AS place
  FROM authorized_keys k LEFT JOIN key_options o ON o.options = k.options
  WHERE k.fingerprint <> '' AND o.clients IS NULL AND o.refused IS NULL AND NOT coalesce(o.is_authority, 0)
  GROUP BY k.username, k.key_file, k.fingerprint),
offered AS (
  SELECT k.username, k.uid, l.exposed, k.fingerprint, k.algorithm, k.key_bits, k.key_file, k.comment, k.options,
    coalesce(l.port, 22) AS port,
    trim(coalesce(o.clients, '') || ' ' || coalesce(l.addresses, '')) AS admits,
    coalesce(o.refused, iif(k.rowid > p.place, 'an earlier line with this key decides', NULL),
      iif(instr(char(10) || l.key_files || char(10), char(10) || k.key_file || char(10)) = 0,
        'sshd takes no keys from ' || k.key_file || ', by its options or by who may change it', NULL)) AS line_barred,
    -- Who transfers files as the account can write its file of keys without the command.
    l.barred AS login_barred, iif(l.forced_command IS NULL AND l.asked IS NULL AND regex_match(f.command,
        '^(?:internal-sftp|/usr/lib(?:exec)?/(?:openssh/|ssh/)?sftp-server)(?: -[lfu] ?[\w]+| -e)*$', 0) IS NOT NULL
      AND EXISTS (SELECT 1 FROM path_permissions w WHERE w.purpose = 'authorized_keys' AND w.target = k.key_file AND w.path = k.key_file
        AND w.uid = k.uid AND w.type = 'regular' AND ',' || w.mount_flags || ',' NOT LIKE '%,ro,%'), NULL, f.barred) AS command_barred,
    iif(l.username IS NULL, 'what sshd allows ' || k.username || ' is not known', NULL) AS unseen,
    coalesce(l.unknown, f.unknown) AS unknown,
    coalesce(l.relays, 1)
      AND (l.barred IS NOT NULL OR f.command IS NOT NULL OR l.asked LIKE 'the login stays within %') AS relays,
    coalesce(l.relay_barred, o.forwards_barred) AS relay_barred,
    coalesce(l.relay_unknown, o.forwards_unknown, iif(l.relay_to <> '' AND o.forwards_to <> '',
      'whether both permitopen in its line and PermitOpen allow the connection is not compared', NULL)) AS relay_unknown,
    iif(l.relay_to <> '' AND o.forwards_to <> '', NULL, coalesce(l.relay_to, o.forwards_to)) AS relay_to,
    l.relay_asked, l.asked, l.source, l.key_algorithms, l.rsa_bits, l.revoked_keys
  FROM authorized_keys k
  LEFT JOIN key_options o ON o.options = k.options
  LEFT JOIN first p ON p.username = k.username AND p.key_file = k.key_file AND p.fingerprint = k.fingerprint
  LEFT JOIN public_key_logins l ON l.username = k.username
  LEFT JOIN forced_commands f ON f.command = coalesce(l.forced_command, o.command)
  WHERE k.fingerprint <> '' AND NOT coalesce(o.is_authority, 0))
SELECT username, uid, exposed, fingerprint, algorithm, key_bits, key_file, comment, options, port, admits,
  coalesce(login_barred, line_barred, command_barred) AS barred,
  coalesce(unseen, unknown) AS unknown,
  relays,
  coalesce(relay_barred, line_barred) AS relay_barred,
  coalesce(unseen, relay_unknown) AS relay_unknown,
  relay_asked, iif(coalesce(unseen, relay_unknown) IS NULL, relay_to, NULL) AS relay_to,
  asked, source, key_algorithms, rsa_bits, revoked_keys
FROM offered
