-- Who can read which credential file: those whom the permissions let, and root what is its own or
-- nobody else's. The rest root reads as the account that it becomes.
SELECT username, target, via, doubt FROM readers WHERE purpose = 'credential'
UNION ALL
SELECT DISTINCT 'root', path, path, NULL FROM credential_files
WHERE uid = 0 OR path NOT IN (SELECT target FROM readers)
