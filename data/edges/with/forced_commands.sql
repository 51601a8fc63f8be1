-- What a command that sshd runs instead of the client's leaves of a login; nothing for a shell. Those
-- that surely run what the client asks for, as ssh_forced_commands has it for each account, are left to the join.
WITH commands(command) AS (
  SELECT command FROM key_options WHERE command <> ''
  UNION SELECT forced_command FROM public_key_logins WHERE forced_command <> '')
SELECT command,
  iif(command LIKE '%SSH\_ORIGINAL\_COMMAND%' ESCAPE '\', NULL, 'the login only runs ' || command) AS barred,
  iif(command LIKE '%SSH\_ORIGINAL\_COMMAND%' ESCAPE '\',
    'what ' || command || ' makes of the words of the client is not known', NULL) AS unknown
FROM commands
WHERE regex_match(command, '^\s*(exec\s+)?([\w/.]*/)?(ba|da|z|k|c|tc|fi)?sh(\s+-[il]+)*\s*$', 0) IS NULL
