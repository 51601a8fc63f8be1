-- Rules of sudo_grants whose caller may choose the libraries of the program: setting says by what.
SELECT g.*, k.setting, k.variable, k.unsure
FROM sudo_grants g JOIN (SELECT * FROM sudo_kept WHERE program IS NULL AND username IS NULL ORDER BY unsure IS NOT NULL, setting DESC LIMIT 1) k
WHERE g.target = 'root' AND g.command <> 'ALL' AND regex_match(g.options, '(^|,)SETENV(,|$)', 0) IS NULL
  AND (k.setting <> 'setenv' OR regex_match(g.options, '(^|,)NOSETENV(,|$)', 0) IS NULL)
UNION ALL
SELECT g.*, k.setting, k.variable, k.unsure FROM sudo_grants g JOIN sudo_kept k ON k.program IS NULL AND k.username = g.username
WHERE g.target = 'root' AND g.command <> 'ALL'
UNION ALL
SELECT g.*, 'SETENV', 'LD_PRELOAD', NULL FROM sudo_grants g
WHERE g.target = 'root' AND g.command <> 'ALL' AND regex_match(g.options, '(^|,)SETENV(,|$)', 0) IS NOT NULL
