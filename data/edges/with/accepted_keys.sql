-- What opened_by_key has, with the kinds and sizes of keys that sshd takes (a Match block may take more):
-- refusal, doubt.
WITH policy AS (
  SELECT ',' || group_concat(iif(option = 'PubkeyAcceptedAlgorithms', value, NULL)) || ',' AS algorithms,
    max(iif(option = 'RequiredRSASize' AND "match" = '', CAST(value AS INTEGER), 0)) AS rsa_bits,
    max(option = 'RevokedKeys' AND value <> 'none') AS revokes
  FROM sshd_config)
SELECT k.*, coalesce(k.barred,
    CASE WHEN k.algorithm = 'ssh-rsa' AND k.key_bits < p.rsa_bits
        THEN 'sshd takes no RSA key of ' || k.key_bits || ' bits'
      WHEN instr(p.algorithms, ',' || k.algorithm || ',') = 0
        AND NOT (k.algorithm = 'ssh-rsa' AND p.algorithms LIKE '%,rsa-sha2-%')
        THEN 'sshd takes no keys of kind ' || k.algorithm END) AS refusal,
  coalesce(k.unknown, iif(p.revokes, 'whether the key is revoked was not read', NULL)) AS doubt
FROM opened_by_key k CROSS JOIN policy p
