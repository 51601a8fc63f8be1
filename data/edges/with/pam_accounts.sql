-- Accounts that PAM's account rules refuse for a service (barred), or may refuse (doubt). cron is one service under
-- either name, sudo asks PAM only if pam_acct_mgmt is not off.
SELECT iif(service = 'crond', 'cron', service) AS service, username, min(iif(allowed = 0, reason, NULL)) AS barred,
  min(iif(allowed IS NULL, reason, NULL)) AS doubt
FROM pam_refusals
WHERE service <> 'sudo' OR NOT EXISTS (
  SELECT 1 FROM sudoers WHERE who = 'Defaults' AND enabled IS NOT 0 AND regex_match(options, '(^|,)\s*!\s*pam_acct_mgmt\b', 0) IS NOT NULL)
GROUP BY 1, 2
