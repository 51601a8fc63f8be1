-- The accounts of the host with their groups.
SELECT u.username, u.uid,
  coalesce(u.gid, '') || coalesce(',' || (
    SELECT group_concat(g.gid) FROM user_groups g WHERE g.username = u.username), '') AS gids,
  u.directory, u.shell
FROM users u
