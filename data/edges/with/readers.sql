-- Which account can read which file of credentials, hashes or TLS keys of path_permissions; doubt: what is not known of it.
WITH way AS MATERIALIZED (
  SELECT purpose, target, path, type, mode, uid, gid, acl FROM path_permissions
  WHERE purpose IN ('credential', 'password_hashes', 'tls_key') AND mode <> '' AND type NOT IN ('symlink', 'missing')),
link AS MATERIALIZED (
  SELECT DISTINCT path || '/' AS prefix FROM path_permissions
  WHERE purpose IN ('credential', 'password_hashes', 'tls_key') AND type = 'symlink'),
-- Behind a link the rows of where it leads count: the folders above it are others.
place AS MATERIALIZED (
  SELECT DISTINCT path, type, mode, uid, gid, acl FROM way
  WHERE NOT EXISTS (SELECT 1 FROM link WHERE substr(path, 1, length(prefix)) = prefix)),
able AS MATERIALIZED (
  SELECT p.path, a.username, p.acl IS NULL AND p.uid <> a.uid AS unsure
  FROM place p CROSS JOIN accounts a
  WHERE a.uid <> 0 AND p.type <> 'directory'
    AND (p.uid = a.uid OR permits(p.mode, p.uid, p.gid, coalesce(p.acl, ''), a.uid, a.gids, 'r'))
    AND NOT EXISTS (
      SELECT 1 FROM place c WHERE c.type = 'directory' AND c.uid <> a.uid
        AND substr(p.path, 1, length(c.path) + 1) = c.path || '/'
        AND NOT permits(c.mode, c.uid, c.gid, coalesce(c.acl, ''), a.uid, a.gids, 'x')))
SELECT DISTINCT w.purpose, w.target, b.username, w.path AS via,
  iif(b.unsure, 'the access list of ' || w.path || ' could not be read', NULL) AS doubt
FROM way w JOIN able b ON b.path = w.path
