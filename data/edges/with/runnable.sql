-- Which account besides root and its owner can run which setuid program or program with capabilities,
-- of the purposes that the rule names; none on a file system mounted nosuid.
WITH place AS MATERIALIZED (
  SELECT p.purpose, p.target, p.path, p.type, p.mode, p.uid, p.gid, coalesce(p.acl, '') AS acl, p.mount_flags
  FROM purposes u CROSS JOIN path_permissions p ON p.purpose = u.name
  WHERE p.type IN ('regular', 'directory'))
SELECT DISTINCT p.purpose, p.target, a.username
FROM place p CROSS JOIN accounts a
WHERE p.type = 'regular' AND a.uid NOT IN (0, p.uid) AND instr(',' || coalesce(p.mount_flags, '') || ',', ',nosuid,') = 0
  AND permits(p.mode, p.uid, p.gid, p.acl, a.uid, a.gids, 'x')
  AND NOT EXISTS (
    SELECT 1 FROM place d WHERE d.target = p.target AND d.type = 'directory'
      AND NOT permits(d.mode, d.uid, d.gid, d.acl, a.uid, a.gids, 'x'))
