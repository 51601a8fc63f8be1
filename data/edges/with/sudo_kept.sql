-- Variables that sudo lets its caller set or keep, and that tell a program what to load: setting says by what. program:
-- whose variable it is, NULL for all programs; arguments: with which of its arguments it surely counts, NULL for any;
-- username: whose alone the setting is, NULL for all; unsure: what is not known of it.
-- The last setting of a variable counts. In options that are for some only, whom they are for is followed if it is one account.
WITH setting AS MATERIALIZED (
  SELECT r.rowid AS place, r.who, (SELECT u.username FROM users u WHERE r.who = 'Defaults:' || u.username) AS username, v.name, v.program, v.arguments, v.loads,
    regex_match(r.options, '(?:^|[,\s])(env_keep\s*\+?=\s*("[^"]*)?(?<![\w*])' || v.pattern || ')(?![\w*=])', 1) AS kept,
    regex_match(r.options, '!\s*env_keep|env_keep\s*=|env_keep\s*-=\s*("[^"]*)?(?<![\w*])' || v.pattern || '(?![\w*])', 0) AS dropped
  FROM sudoers r CROSS JOIN loading_variables v WHERE r.who LIKE 'Defaults%' AND r.enabled IS NOT 0 AND r.options LIKE '%env_keep%'),
free AS MATERIALIZED (
  SELECT 'setenv' AS setting FROM sudoers
  WHERE who = 'Defaults' AND enabled IS NOT 0 AND regex_match(options, '(^|[,\s])setenv($|[,\s])', 0) IS NOT NULL LIMIT 1)
SELECT regex_match(s.kept, '^env_keep\s*\+?=', 0) || ' ' || s.name AS setting, s.name AS variable, s.program, s.arguments, s.username,
  coalesce(iif(s.who = 'Defaults' OR s.username IS NOT NULL, NULL, 'whether ' || s.who || ' is for it is not known'), (
    SELECT 'whether ' || l.who || ' takes it back is not known' FROM setting l
    WHERE l.name = s.name AND l.who <> s.who AND (l.username IS NULL OR s.username IS NULL) AND l.place > s.place AND l.kept IS NULL AND l.dropped IS NOT NULL), s.loads) AS unsure
FROM setting s
WHERE s.kept IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM setting l WHERE l.name = s.name AND l.who = s.who AND l.place > s.place AND l.kept IS NULL AND l.dropped IS NOT NULL)
UNION ALL
SELECT setting, 'LD_PRELOAD', NULL, NULL, NULL, NULL FROM free
UNION ALL
-- Even without env_reset, sudo refuses the variables of the dynamic loader unless env_delete lets them through.
SELECT '!env_reset', 'LD_PRELOAD', NULL, NULL, NULL, NULL FROM sudoers r JOIN sudoers d ON d.who = 'Defaults' AND d.enabled IS NOT 0
WHERE r.who = 'Defaults' AND r.enabled IS NOT 0 AND regex_match(r.options, '(^|,)\s*!\s*env_reset\b', 0) IS NOT NULL
  AND regex_match(d.options, '(^|,)\s*(!\s*env_delete|env_delete\s*=|env_delete\s*-=[^=]*LD_)', 0) IS NOT NULL
