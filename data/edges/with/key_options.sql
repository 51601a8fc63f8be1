-- The options of authorized_keys and of principals that decide who gets in, each at the start of the
-- text or behind a comma outside quotes.
WITH texts(options) AS (SELECT options FROM authorized_keys UNION SELECT options FROM ssh_authorities),
start(pattern) AS (VALUES ('(?i)^(?:[^,"]*(?:"(?:[^"\\]|\\"|\\(?!"))*")?,)*')),
found AS (
  SELECT options,
    regex_match(options, pattern || 'from="((?:[^"\\]|\\"|\\(?!"))*)"', 1) AS clients,
    regex_match(options, pattern || 'command="((?:[^"\\]|\\"|\\(?!"))*)"', 1) AS command,
    regex_match(options, pattern || 'expiry-time="(\d{8,14})Z?"', 1) AS expiry,
    regex_match(options, pattern || 'cert-authority(?:,|$)', 0) IS NOT NULL AS is_authority
  FROM texts CROSS JOIN start WHERE options IS NOT NULL)
-- A pattern with a blank in it matches nobody; in `admits` blanks are between lists.
SELECT options, replace(clients, ' ', '_') AS clients, replace(command, '\"', '"') AS command,
  iif(substr(expiry || '000000', 1, 14) <= strftime('%Y%m%d%H%M%S', 'now'),
    'it expired on ' || substr(expiry, 1, 4) || '-' || substr(expiry, 5, 2) || '-' || substr(expiry, 7, 2),
    NULL) AS expired,
  is_authority
FROM found
