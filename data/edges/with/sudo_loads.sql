-- Rules of sudo_grants whose caller may choose the libraries of the program: setting says by what.
WITH kept AS MATERIALIZED (
  SELECT regex_match(options, '(^|[,\s])(env_keep\s*\+?=[^=]*?(LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT)|!env_reset|setenv)(?=$|[,\s"])', 2) AS setting
  FROM sudoers WHERE who = 'Defaults' AND enabled IS NOT 0)
SELECT * FROM (SELECT g.*, iif(regex_match(g.options, '(^|,)SETENV(,|$)', 0) IS NOT NULL, 'SETENV',
    (SELECT setting FROM kept WHERE setting IS NOT NULL
      AND (setting <> 'setenv' OR regex_match(g.options, '(^|,)NOSETENV(,|$)', 0) IS NULL) LIMIT 1)) AS setting
  FROM sudo_grants g WHERE g.target = 'root' AND g.command <> 'ALL')
WHERE setting IS NOT NULL
