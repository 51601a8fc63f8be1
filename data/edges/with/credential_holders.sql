-- Who can read which credential file: those whom the permissions let, and root.
SELECT username, target, via, doubt FROM readers
UNION ALL
SELECT DISTINCT 'root', path, path, NULL FROM credential_files
