-- How each account logs in by a key or a certificate; barred, unknown, asked: what keeps that from
-- being proven. The same for who only forwards connections: relay_barred and so on; relays: whether that
-- differs from a login with a session; relay_to: the only places to which it forwards, if they have no names.
WITH logins AS (
  SELECT *, iif(forwarding_reason LIKE 'PermitOpen %' AND length(forwarding_reason) < 200 AND regex_match(forwarding_reason,
    '^PermitOpen(?: (?:localhost|\*|[\d.]+|\[[\da-fA-F:.]+\]):(?:\d{1,5}|\*))+$', 0) IS NOT NULL,
    replace(substr(forwarding_reason, 12), ' ', ','), NULL) AS relay_to
  FROM ssh_logins WHERE method = 'publickey')
SELECT username, uid, port, addresses, exposed, key_files, nullif(forced_command, '') AS forced_command, source,
  key_algorithms, ca_algorithms, rsa_bits, revoked_keys,
  iif(allowed = 0, 'sshd lets ' || username || ' in by no key: ' || trim(reason || ' ' || coalesce(scope, '')), NULL) AS barred,
  CASE WHEN allowed IS NULL THEN reason
    WHEN local_match <> '' THEN 'it depends on the address or the routing domain at which sshd is reached: Match ' || local_match END AS unknown,
  CASE WHEN allowed = 1 AND reason LIKE 'ChrootDirectory %' THEN 'the login stays within ' || substr(reason, 17)
    WHEN allowed = 1 AND reason <> '' THEN 'sshd asks for more: ' || reason END AS asked,
  (allowed IS NOT 0 OR forwarding IS NOT NULL OR forwarding_reason IS NOT NULL) AS relays,
  iif(forwarding = 0, 'sshd lets ' || username || ' forward no connections: ' || coalesce(forwarding_reason, reason), NULL) AS relay_barred,
  CASE WHEN forwarding IS NULL AND allowed IS NULL THEN coalesce(forwarding_reason, reason)
    WHEN forwarding IS NULL THEN coalesce(forwarding_reason, 'whether sshd lets ' || username || ' forward connections was not read')
    WHEN local_match <> '' THEN 'it depends on the address or the routing domain at which sshd is reached: Match ' || local_match
    WHEN forwarding_reason LIKE 'PermitOpen %' AND relay_to IS NULL THEN 'whether ' || forwarding_reason || ' allows the connection is not compared' END AS relay_unknown,
  iif(forwarding = 1 AND coalesce(forwarding_reason, reason) <> ''
    AND coalesce(forwarding_reason, reason) NOT LIKE 'PermitOpen %', 'sshd asks for more: ' || coalesce(forwarding_reason, reason), NULL) AS relay_asked,
  relay_to
FROM logins
