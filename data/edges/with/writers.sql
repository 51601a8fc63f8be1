-- Which account can change what of path_permissions: write the target, or replace it through a
-- folder above it, where it gets that far. barred: why it can't all the same; doubt: what is not known.
-- The rule itself says which purposes it asks about, in `purposes(name)`: looking at all of them for
-- each rule would take ten times as long.
WITH way AS MATERIALIZED (
  SELECT p.purpose, p.source, p.run_as, p.enabled, p.detail, p.target, p.path, p.type, p.mode, p.uid,
    p.gid, p.acl, ',' || coalesce(p.mount_flags, '') || ',' AS flags,
    coalesce(nullif(rtrim(rtrim(p.path, replace(p.path, '/', '')), '/'), ''), '/') AS folder
  FROM purposes u CROSS JOIN path_permissions p ON p.purpose = u.name),
place AS MATERIALIZED (
  SELECT DISTINCT path, type, mode, uid, gid, acl FROM way
  WHERE mode <> '' AND type NOT IN ('symlink', 'missing')
    AND (uid <> 0 OR acl <> '' OR instr('0246', substr(mode, -1)) > 0 OR instr('2367', substr(mode, -1)) > 0
      OR instr('2367', substr(mode, -2, 1)) > 0 OR instr('0246', substr(mode, -2, 1)) > 0)),
able AS MATERIALIZED (
  SELECT l.path, a.username, a.uid, CASE WHEN l.uid = a.uid THEN 'owner'
      WHEN permits(l.mode, l.uid, l.gid, '', a.uid, a.gids, 'w') THEN 'mode' ELSE 'acl' END AS how,
    l.acl IS NULL AND l.uid <> a.uid AS unsure
  FROM place l CROSS JOIN accounts a
  WHERE a.uid <> 0
    AND (l.uid <> 0 OR l.acl <> '' OR instr('2367', substr(l.mode, -1)) > 0
      OR instr('2367', substr(l.mode, -2, 1)) > 0)
    AND (l.uid = a.uid OR permits(l.mode, l.uid, l.gid, coalesce(l.acl, ''), a.uid, a.gids, 'w')
      AND (l.type <> 'directory' OR permits(l.mode, l.uid, l.gid, coalesce(l.acl, ''), a.uid, a.gids, 'x')))
    AND NOT EXISTS (
      SELECT 1 FROM place c WHERE c.type = 'directory' AND c.uid <> a.uid
        AND substr(l.path, 1, length(c.path) + 1) = c.path || '/'
        AND NOT permits(c.mode, c.uid, c.gid, coalesce(c.acl, ''), a.uid, a.gids, 'x'))),
inside AS MATERIALIZED (
  SELECT DISTINCT purpose, target, folder, path, type, uid FROM way
  WHERE path <> '/')
SELECT DISTINCT w.purpose, w.source, w.run_as, w.enabled, w.detail, w.target, b.username, w.path AS via,
  iif(i.path IS NULL, b.how, 'folder') AS how,
  instr(w.flags, ',ro,') > 0 AS read_only, instr(w.flags, ',nosuid,') > 0 AS nosuid,
  CASE WHEN i.type = 'missing' THEN 'create ' || i.path WHEN i.path IS NOT NULL THEN
      'replace ' || i.path || ' in ' || w.path
    WHEN w.type = 'directory' THEN 'add files to ' || w.path ELSE 'write ' || w.path END AS act,
  iif(instr(w.flags, ',ro,') > 0, w.path || ' is mounted read-only', NULL) AS barred,
  iif(b.unsure, 'the access list of ' || w.path || ' could not be read', NULL) AS doubt
FROM way w JOIN able b ON b.path = w.path
LEFT JOIN inside i ON i.purpose = w.purpose AND i.target = w.target AND i.folder = w.path
WHERE i.path IS NULL OR instr('1357', substr(w.mode, -4, 1)) = 0 OR b.how = 'owner'
  OR i.type = 'missing' OR i.uid = b.uid
