-- How each account logs in by a key or a certificate; barred, unknown, asked: what keeps that from
-- being proven.
SELECT username, uid, port, addresses, exposed, key_files, nullif(forced_command, '') AS forced_command, source,
  key_algorithms, ca_algorithms, rsa_bits, revoked_keys,
  iif(allowed = 0, 'sshd lets ' || username || ' in by no key: ' || trim(reason || ' ' || coalesce(scope, '')), NULL) AS barred,
  CASE WHEN allowed IS NULL THEN reason
    WHEN local_match <> '' THEN 'it depends on the address or the routing domain at which sshd is reached: Match ' || local_match END AS unknown,
  CASE WHEN allowed = 1 AND reason LIKE 'ChrootDirectory %' THEN 'the login stays within ' || substr(reason, 17)
    WHEN allowed = 1 AND reason <> '' THEN 'sshd asks for more: ' || reason END AS asked
FROM ssh_logins WHERE method = 'publickey'
