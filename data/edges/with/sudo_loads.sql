-- Rules of sudo_grants whose caller may choose the libraries of the program: setting says by what.
WITH kept AS MATERIALIZED (
  SELECT regex_match(options, '(^|[,\s])(env_keep\s*\+?=[^=]*?(LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT)|setenv)(?=$|[,\s"])', 2) AS setting
  FROM sudoers WHERE who = 'Defaults' AND enabled IS NOT 0
  UNION ALL
  -- Even without env_reset, sudo refuses the variables of the dynamic loader unless env_delete lets them through.
  SELECT '!env_reset' FROM sudoers r JOIN sudoers d ON d.who = 'Defaults' AND d.enabled IS NOT 0
  WHERE r.who = 'Defaults' AND r.enabled IS NOT 0 AND regex_match(r.options, '(^|,)\s*!\s*env_reset\b', 0) IS NOT NULL
    AND regex_match(d.options, '(^|,)\s*(!\s*env_delete|env_delete\s*=|env_delete\s*-=[^=]*LD_)', 0) IS NOT NULL)
SELECT * FROM (SELECT g.*, iif(regex_match(g.options, '(^|,)SETENV(,|$)', 0) IS NOT NULL, 'SETENV',
    (SELECT setting FROM kept WHERE setting IS NOT NULL
      AND (setting <> 'setenv' OR regex_match(g.options, '(^|,)NOSETENV(,|$)', 0) IS NULL) LIMIT 1)) AS setting
  FROM sudo_grants g WHERE g.target = 'root' AND g.command <> 'ALL')
WHERE setting IS NOT NULL
