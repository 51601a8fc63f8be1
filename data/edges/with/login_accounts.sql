-- The accounts that somebody can log in to, and by what: opened_by 'a password', 'a key' or both. A hash of a
-- kind that crypt does not know matches no password; a key that runs a command of root's choice opens nothing.
WITH opening AS (
  SELECT s.username, 'a password' AS by FROM shadow s JOIN users e ON e.username = s.username
  WHERE e.enabled = 1 AND (s.password_status = 'active' AND s.hash_scheme IS NOT 'unknown' OR s.password_status = 'empty')
  UNION SELECT k.username, 'a key' FROM opened_by_key k
  WHERE k.barred IS NULL AND EXISTS (SELECT 1 FROM public_key_logins l WHERE l.username = k.username))
SELECT u.username, u.uid, u.shell, u.directory, group_concat(o.by, ' and ') AS opened_by
FROM users u JOIN opening o ON o.username = u.username
GROUP BY u.username
