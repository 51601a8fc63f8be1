-- The options of authorized_keys and of principals that decide who gets in and what is forwarded, each at the start of the
-- text or behind a comma outside quotes.
WITH texts(options) AS (SELECT options FROM authorized_keys UNION SELECT options FROM ssh_authorities),
-- sshd passes over a line with an option that it does not know.
known(pattern) AS (VALUES ('(?i)^(?:(?:(?:no-)?(?:agent-forwarding|port-forwarding|pty|user-rc|x11-forwarding)|cert-authority|restrict|no-touch-required|verify-required|(?:command|environment|expiry-time|from|permitlisten|permitopen|principals|tunnel)="(?:[^"\\]|\\"|\\(?!"))*")(?:,(?!$)|$))*$')),
start(pattern) AS (VALUES ('(?i)^(?:[^,"]*(?:"(?:[^"\\]|\\"|\\(?!"))*")?,)*')),
found AS (
  SELECT options,
    regex_match(options, start.pattern || 'from="((?:[^"\\]|\\"|\\(?!"))*)"', 1) AS clients,
    regex_match(options, start.pattern || 'command="((?:[^"\\]|\\"|\\(?!"))*)"', 1) AS command,
    regex_match(options, start.pattern || 'permitopen="((?:[^"\\]|\\"|\\(?!"))*)"', 1) AS places,
    -- Of several the last holds, and the start of the text is as long as possible.
    lower(regex_match(options, start.pattern || '(restrict|(?:no-)?port-forwarding)(?:,|$)', 1)) AS forwards,
    regex_match(options, start.pattern || 'expiry-time="(\d{8,14})Z?"', 1) AS expiry,
    regex_match(options, start.pattern || 'cert-authority(?:,|$)', 0) IS NOT NULL AS is_authority,
    regex_match(options, known.pattern, 0) IS NULL AS is_spoiled
  FROM texts CROSS JOIN start CROSS JOIN known WHERE options IS NOT NULL),
limited AS (
  SELECT *, places IS NOT NULL AND instr(substr(lower(options), instr(lower(options), 'permitopen="') + 1), 'permitopen="') = 0
    AND regex_match(places, '^(?:localhost|[\d.]+|\[[\da-fA-F:.]+\]):(?:\d{1,5}|\*)$', 0) IS NOT NULL AS is_limited
  FROM found)
-- A pattern with a blank in it matches nobody; in `admits` blanks are between lists.
SELECT options, replace(clients, ' ', '_') AS clients, replace(command, '\"', '"') AS command,
  CASE WHEN is_spoiled THEN 'sshd does not know an option of its line: ' || options
    WHEN substr(expiry || '000000', 1, 14) <= strftime('%Y%m%d%H%M%S', 'now')
    THEN 'it expired on ' || substr(expiry, 1, 4) || '-' || substr(expiry, 5, 2) || '-' || substr(expiry, 7, 2)
  END AS refused,
  CASE WHEN forwards <> 'port-forwarding' THEN 'its line has the option ' || forwards END AS forwards_barred,
  -- One place without a name is where the connection may go; names and lists of places are not compared.
  iif(is_limited, places, NULL) AS forwards_to,
  iif(places IS NULL OR is_limited, NULL, 'whether permitopen="' || places || '" in its line allows the connection is not compared') AS forwards_unknown,
  is_authority
FROM limited
