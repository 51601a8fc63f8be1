-- What opened_by_key has, with the kinds and sizes of keys that sshd takes of this account and these clients,
-- and those that it refuses as revoked: refusal, doubt; relay_refusal, relay_doubt.
WITH policy AS (
  SELECT ',' || group_concat(iif(option = 'PubkeyAcceptedAlgorithms', value, NULL)) || ',' AS algorithms,
    max(iif(option = 'RequiredRSASize', CAST(value AS INTEGER), 0)) AS rsa_bits,
    max(iif(option = 'RevokedKeys', value, NULL)) AS list
  FROM sshd_config WHERE "match" = ''),
revoked AS MATERIALIZED (SELECT DISTINCT kind, fingerprint, source FROM ssh_revoked_keys WHERE kind <> 'certificates'),
lists AS MATERIALIZED (
  SELECT source, max(kind = 'everything') AS broken, max(kind = 'unknown') AS partly FROM revoked GROUP BY source),
offered AS (
  SELECT k.*, coalesce(',' || k.key_algorithms || ',', p.algorithms) AS algorithms,
    coalesce(k.rsa_bits, p.rsa_bits) AS least_bits, coalesce(k.revoked_keys, p.list, 'none') AS list
  FROM opened_by_key k CROSS JOIN policy p),
judged AS (
  SELECT o.*,
    CASE WHEN l.broken = 1 THEN 'sshd refuses every key, as the list of revoked keys ' || o.list || ' is missing or broken'
      WHEN EXISTS (SELECT 1 FROM revoked r WHERE r.source = o.list AND r.kind = 'key' AND r.fingerprint = o.fingerprint)
        THEN 'sshd refuses it as a revoked key'
      WHEN o.algorithm = 'ssh-rsa' AND o.key_bits < o.least_bits
        THEN 'sshd takes no RSA key of ' || o.key_bits || ' bits'
      WHEN instr(o.algorithms, ',' || o.algorithm || ',') = 0
        AND NOT (o.algorithm = 'ssh-rsa' AND o.algorithms LIKE '%,rsa-sha2-%')
        THEN 'sshd takes no keys of kind ' || o.algorithm END AS key_refusal,
    -- OpenSSH 9.2 takes it for the name of a file, which is missing.
    CASE WHEN o.revoked_keys = 'none' THEN 'what sshd makes of RevokedKeys none in a Match block is not known'
      WHEN o.list <> 'none' AND l.partly IS NOT 0 THEN 'whether the key is revoked was not read' END AS key_doubt
  FROM offered o LEFT JOIN lists l ON l.source = o.list)
SELECT j.*, coalesce(j.barred, j.key_refusal) AS refusal, coalesce(j.unknown, j.key_doubt) AS doubt,
  coalesce(j.relay_barred, j.key_refusal) AS relay_refusal, coalesce(j.relay_unknown, j.key_doubt) AS relay_doubt
FROM judged j
