-- Every account but root with each program that changes accounts (su, doas, pkexec): barred, what keeps it from
-- running the program as root, or NULL; doubt: what is not known of that.
WITH place AS MATERIALIZED (
  SELECT p.detail AS program, p.target, p.path, p.type, p.mode, p.uid, p.gid, p.acl, p.barred,
    p.mount_flags IS NULL AND p.path = p.target AS is_unmounted
  FROM path_permissions p WHERE p.purpose = 'change_program' AND p.type <> 'symlink'),
program AS (
  SELECT program, max(barred) AS barred, max(is_unmounted) AS is_unmounted, max(type = 'unknown') AS unseen FROM place GROUP BY program)
SELECT m.program, a.username,
  coalesce(m.barred, iif(EXISTS (
    SELECT 1 FROM place c WHERE c.program = m.program AND c.mode <> ''
      AND NOT permits(c.mode, c.uid, c.gid, coalesce(c.acl, ''), a.uid, a.gids, 'x')),
    a.username || ' may not run ' || m.program, NULL)) AS barred,
  CASE WHEN m.unseen THEN 'who may run ' || m.program || ' could not be read'
    WHEN m.is_unmounted THEN 'how ' || m.program || ' is mounted is not known'
    ELSE (SELECT 'the access list of ' || c.path || ' could not be read' FROM place c
      WHERE c.program = m.program AND c.acl IS NULL AND c.mode <> '' LIMIT 1) END AS doubt
FROM program m CROSS JOIN accounts a WHERE a.uid <> 0
