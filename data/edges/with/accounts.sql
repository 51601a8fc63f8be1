-- The accounts of the host with their groups. can_start: somebody or something can still begin to
-- work as it; a locked account without a shell only runs what others start for it.
SELECT u.username, u.uid,
  coalesce(u.gid, '') || coalesce(',' || (
    SELECT group_concat(g.gid) FROM user_groups g WHERE g.username = u.username), '') AS gids,
  u.directory, u.shell,
  u.enabled IS NOT 0 OR regex_match(coalesce(u.shell, ''), '/(nologin|false)$', 0) IS NULL AS can_start
FROM users u
