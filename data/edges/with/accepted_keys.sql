-- What opened_by_key has, with the kinds and sizes of keys that sshd takes (a Match block may take more):
-- refusal, doubt.
WITH policy AS (
  SELECT ',' || group_concat(iif(option = 'PubkeyAcceptedAlgorithms', value, NULL)) || ',' AS algorithms,
    max(iif(option = 'RequiredRSASize' AND "match" = '', CAST(value AS INTEGER), 0)) AS rsa_bits,
    max(option = 'RevokedKeys' AND value <> 'none') AS revokes
  FROM sshd_config),
blocks AS MATERIALIZED (
  SELECT "match", ',' || group_concat(value) || ',' AS algorithms
  FROM sshd_config WHERE option = 'PubkeyAcceptedAlgorithms' AND "match" <> '' GROUP BY "match"),
revoked AS MATERIALIZED (
  SELECT kind, fingerprint, source, "match" FROM ssh_revoked_keys WHERE kind <> 'certificates'),
lists AS (
  SELECT count(*) > 0 AND sum(kind = 'unknown' OR "match" <> '') = 0 AS are_read,
    max(iif(kind = 'everything' AND "match" = '', source, NULL)) AS broken
  FROM revoked)
SELECT k.*, coalesce(k.barred,
    CASE WHEN l.broken IS NOT NULL
        THEN 'sshd refuses every key, as the list of revoked keys ' || l.broken || ' is missing or broken'
      WHEN k.fingerprint IN (SELECT fingerprint FROM revoked WHERE kind = 'key' AND "match" = '')
        THEN 'sshd refuses it as a revoked key'
      WHEN k.algorithm = 'ssh-rsa' AND k.key_bits < p.rsa_bits
        THEN 'sshd takes no RSA key of ' || k.key_bits || ' bits'
      WHEN instr(p.algorithms, ',' || k.algorithm || ',') = 0
        AND NOT (k.algorithm = 'ssh-rsa' AND p.algorithms LIKE '%,rsa-sha2-%')
        THEN 'sshd takes no keys of kind ' || k.algorithm END) AS refusal,
  coalesce(k.unknown, iif(p.revokes AND NOT l.are_read, 'whether the key is revoked was not read', NULL),
    (SELECT 'sshd takes no keys of kind ' || k.algorithm || ' where Match ' || b."match" || ' applies' FROM blocks b
      WHERE instr(b.algorithms, ',' || k.algorithm || ',') = 0
        AND NOT (k.algorithm = 'ssh-rsa' AND b.algorithms LIKE '%,rsa-sha2-%') LIMIT 1)) AS doubt
FROM opened_by_key k CROSS JOIN policy p CROSS JOIN lists l
