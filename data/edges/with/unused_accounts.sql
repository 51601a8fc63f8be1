-- The accounts of login_accounts, other than root, without a recorded login in 90 days. records_reach: 1 if the
-- records of logins reach back that long, with at least 28 days of those that have logins without a terminal
-- too; recorded_since: since when there are any. A record counts only if it is still being written: programs
-- may have been told to write another one. What was created or got a password since is not unused.
WITH clock AS (SELECT coalesce((SELECT unix_time FROM time), CAST(strftime('%s', 'now') AS INTEGER)) AS now),
reach AS MATERIALIZED (
  SELECT min(now) AS now,
    min(iif(r.records = 'all' AND r.recorded_until >= now - 7 * 86400, r.recorded_since, NULL)) AS all_since,
    min(iif(r.recorded_until >= now - 30 * 86400, r.recorded_since, NULL)) AS any_since
  FROM clock LEFT JOIN last_logins r),
newest AS (SELECT username, max(time) AS time FROM last_logins GROUP BY username)
SELECT a.username, a.uid, a.opened_by, datetime(n.time, 'unixepoch') AS last_login,
  coalesce(all_since <= now - 28 * 86400 AND any_since <= now - 90 * 86400, 0) AS records_reach,
  date(iif(all_since <= now - 28 * 86400, any_since, all_since), 'unixepoch') AS recorded_since
FROM login_accounts a CROSS JOIN reach LEFT JOIN newest n ON n.username = a.username
WHERE a.uid <> 0 AND coalesce(n.time, 0) < now - 90 * 86400
  AND NOT EXISTS (SELECT 1 FROM logged_in_users s WHERE s.user = a.username AND s.type = 'user')
  AND NOT EXISTS (SELECT 1 FROM account_creations c WHERE c.username = a.username
    AND (c.not_before >= now - 90 * 86400 OR c.source = '/etc/shadow' AND c.not_after >= now - 90 * 86400))
