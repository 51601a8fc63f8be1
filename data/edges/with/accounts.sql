-- The accounts of the host with their groups. What a setgid program or a rule of sudo gives of a group to others is an
-- account of its own, "group ops".
SELECT u.username, u.uid,
  coalesce(u.gid, '') || coalesce(',' || (
    SELECT group_concat(g.gid) FROM user_groups g WHERE g.username = u.username), '') AS gids,
  u.directory, u.shell
FROM users u
UNION ALL
SELECT DISTINCT 'group ' || p.run_as, -1, p.detail, NULL, NULL
FROM path_permissions p WHERE p.purpose IN ('group_program', 'sudo_group') AND p.depth = 0
