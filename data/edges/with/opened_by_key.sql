-- The accounts that each key of authorized_keys opens, and what keeps it from that. Of several lines with a
-- key the first that admits the client decides. relays: whether the login is no full session, relay_barred and
-- so on: what keeps it from forwarding connections; relay_to: the only places to which it does;
-- transfers: only the command of its line bars it, which transfers files to wherever the account may write.
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
    l.barred AS login_barred, f.barred AS command_barred,
    l.forced_command IS NULL AND l.asked IS NULL AND regex_match(f.command,
      '^(?:internal-sftp|/usr/lib(?:exec)?/(?:openssh/|ssh/)?sftp-server)(?: -[lfu] ?\w+| -e)*$', 0) IS NOT NULL AS transfers,
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
    AND NOT EXISTS (SELECT 1 FROM ssh_forced_commands r WHERE r.username = k.username AND r.command = f.command AND r.runs_client = 1)
  WHERE k.fingerprint <> '' AND NOT coalesce(o.is_authority, 0))
SELECT username, uid, exposed, fingerprint, algorithm, key_bits, key_file, comment, options, port, admits,
  coalesce(login_barred, line_barred, command_barred) AS barred,
  login_barred IS NULL AND line_barred IS NULL AND transfers AS transfers,
  coalesce(unseen, unknown) AS unknown,
  relays,
  coalesce(relay_barred, line_barred) AS relay_barred,
  coalesce(unseen, relay_unknown) AS relay_unknown,
  relay_asked, iif(coalesce(unseen, relay_unknown) IS NULL, relay_to, NULL) AS relay_to,
  asked, source, key_algorithms, rsa_bits, revoked_keys
FROM offered
