-- Which account can change what of path_permissions: write the target, or replace it through a
-- folder above it. barred: what keeps it from that, permissions (denied) among them;
-- doubt: what is not known.
-- The rule itself says which purposes it asks about, in `purposes(name)`. Nearly every path is root's
-- alone: only the others are looked at.
-- Behind a link the rows of where it leads count: the folders above it are others.
WITH link AS MATERIALIZED (
  SELECT DISTINCT p.path || '/' AS prefix FROM purposes u CROSS JOIN path_permissions p ON p.purpose = u.name
  WHERE p.type = 'symlink'),
place AS MATERIALIZED (
  SELECT DISTINCT p.path, p.type, p.mode, p.uid, p.gid, p.acl,
    -- The group bits of the mode are the mask of an access list.
    iif(p.acl LIKE '%mask::%', substr(p.mode, 1, length(p.mode) - 2) || '7' || substr(p.mode, -1), p.mode) AS unmasked
  FROM purposes u CROSS JOIN path_permissions p ON p.purpose = u.name
  WHERE (p.uid <> 0 OR p.acl <> '' OR p.mode NOT LIKE '%55' AND (p.mode NOT LIKE '%44' OR p.type = 'directory'))
    AND p.mode <> '' AND p.type NOT IN ('symlink', 'missing')
    AND NOT EXISTS (SELECT 1 FROM link WHERE substr(p.path, 1, length(prefix)) = prefix)),
near AS (
  SELECT l.path, a.username, a.uid, CASE WHEN l.uid = a.uid THEN 'owner'
      WHEN permits(l.mode, l.uid, l.gid, '', a.uid, a.gids, 'w') THEN 'mode' ELSE 'acl' END AS how,
    l.acl IS NULL AND l.uid <> a.uid AS unsure,
    l.unmasked <> l.mode AND l.uid <> a.uid AND NOT (permits(l.mode, l.uid, l.gid, l.acl, a.uid, a.gids, 'w')
      AND (l.type <> 'directory' OR permits(l.mode, l.uid, l.gid, l.acl, a.uid, a.gids, 'x'))) AS masked,
    (SELECT min(c.path) FROM place c WHERE c.type = 'directory' AND c.uid <> a.uid
      AND substr(l.path, 1, length(c.path) + 1) = c.path || '/'
      AND NOT permits(c.mode, c.uid, c.gid, coalesce(c.acl, ''), a.uid, a.gids, 'x')) AS closed
  FROM place l CROSS JOIN accounts a
  WHERE a.uid <> 0
    AND (l.uid <> 0 OR l.acl <> '' OR instr('2367', substr(l.mode, -1)) > 0
      OR instr('2367', substr(l.mode, -2, 1)) > 0)
    AND (l.uid = a.uid OR permits(l.unmasked, l.uid, l.gid, coalesce(l.acl, ''), a.uid, a.gids, 'w')
      AND (l.type <> 'directory' OR permits(l.unmasked, l.uid, l.gid, coalesce(l.acl, ''), a.uid, a.gids, 'x')))),
able AS MATERIALIZED (
  SELECT path, username, uid, how, unsure, CASE WHEN closed IS NOT NULL THEN closed || ' is closed to ' || username
      WHEN masked THEN 'the mask of the access list of ' || path || ' takes writing from ' || username END AS denied
  FROM near WHERE closed IS NULL OR NOT masked)
SELECT DISTINCT w.purpose, w.source, w.run_as, w.enabled, w.detail, w.target, b.username, w.path AS via,
  iif(i.path IS NULL, b.how, 'folder') AS how,
  ',' || w.mount_flags || ',' LIKE '%,ro,%' AS read_only, ',' || w.mount_flags || ',' LIKE '%,nosuid,%' AS nosuid,
  CASE WHEN i.type = 'missing' THEN 'create ' || i.path
    WHEN i.path IS NOT NULL THEN 'replace ' || i.path || ' in ' || w.path
    WHEN w.type = 'directory' THEN 'add files to ' || w.path ELSE 'write ' || w.path END AS act,
  b.denied,
  coalesce(b.denied, w.barred, CASE
    WHEN ',' || w.mount_flags || ',' LIKE '%,ro,%' THEN w.path || ' is mounted read-only'
    WHEN instr(w.attributes, 'immutable') > 0 THEN w.path || ' is immutable'
    WHEN instr(i.attributes, 'immutable') > 0 THEN i.path || ' is immutable'
    WHEN instr(i.attributes, 'append-only') > 0 THEN i.path || ' may only be appended to'
    WHEN i.path IS NOT NULL AND i.type <> 'missing' AND instr(w.attributes, 'append-only') > 0 THEN w.path || ' only takes new files'
    WHEN w.gainer <> b.username THEN 'the file becomes ' || w.gainer || '''s, not ' || b.username || '''s'
    WHEN i.path IS NOT NULL AND instr('1357', substr('0' || w.mode, -4, 1)) > 0 AND b.how <> 'owner' AND i.type <> 'missing' AND i.uid IS NOT b.uid
      THEN w.path || ' is sticky, and ' || i.path || ' is not ' || b.username || '''s'
    WHEN i.path IS NULL AND w.executed = 1 AND b.how <> 'owner' AND w.type = 'regular'
      AND regex_match(w.mode, '[1357][0-7]{0,2}$', 0) IS NULL THEN w.path || ' is not executable, and only its owner can make it so'
    END) AS barred, w.awaits,
  CASE WHEN i.path IS NULL AND w.type = 'regular' AND instr(w.attributes, 'append-only') > 0
      -- Of these, a line at the end is enough.
      AND w.purpose NOT IN ('authorized_keys', 'sudoers_file', 'cron_table') AND w.path <> '/etc/passwd'
      THEN w.path || ' may only be appended to: whether what is added takes effect is not known'
    WHEN b.unsure THEN 'the access list of ' || w.path || ' could not be read'
    WHEN w.mount_flags IS NULL THEN 'how ' || w.path || ' is mounted is not known' END AS doubt
FROM able b CROSS JOIN purposes u CROSS JOIN path_permissions w ON w.path = b.path AND w.purpose = u.name
LEFT JOIN path_permissions i ON i.target = w.target AND i.purpose = w.purpose AND w.type = 'directory'
  AND i.path <> '/' AND w.path = coalesce(nullif(rtrim(rtrim(i.path, replace(i.path, '/', '')), '/'), ''), '/')
