-- Which of the files in `wanted(path)` of the rule each of root_readers can read. Of arguments that are not free, words are
-- tried that name the file: alone, by a path out of the folder that they begin with, or as one of several.
WITH asked AS MATERIALIZED (
  SELECT r.*, w.path, r.pattern LIKE '^%' AS is_regex,
    replace(coalesce(regex_match(r.pattern, '((?:\\[^\w]|[\w/-])*)\$$', 1), ''), '\', '') AS ending
  FROM root_readers r CROSS JOIN wanted w),
tried AS MATERIALIZED (
  SELECT a.*, a."only" IS NULL AND EXISTS (
      SELECT 1 FROM (SELECT a.path AS words UNION ALL SELECT a.path || ' ' || a.shelf || 'x' || a.ending
        UNION ALL SELECT a.shelf || '../../../../../../../..' || a.path UNION ALL SELECT a.shelf || 'x ' || a.path
        UNION ALL SELECT a.shelf || 'x' || a.ending || ' ' || a.path
        UNION ALL SELECT a.shelf || '../../../../../../../..' || a.path || ' ' || a.shelf || 'x' || a.ending
        UNION ALL SELECT a.shelf || 'x ' || a.path || ' ' || a.shelf || 'x' || a.ending) s
      WHERE CASE WHEN a.state = 'refuted' THEN 0 WHEN a.is_regex THEN regex_match(s.words, a.pattern, 0) IS NOT NULL
        ELSE s.words GLOB a.pattern END) AS fits
  FROM asked a)
SELECT username, how, source, path, "only",
  CASE WHEN state = 'refuted' OR "only" IN ('', path) OR fits THEN state
    WHEN "only" IS NOT NULL OR shelf LIKE '/%' AND regex_match(pattern, '^\^.*((?<!\\)\.|\[\^|\\[SDW])', 0) IS NULL THEN 'refuted' ELSE 'inferred' END AS state,
  CASE WHEN state = 'refuted' OR "only" IN ('', path) OR fits THEN why
    WHEN "only" IS NOT NULL THEN 'the rule is for ' || "only" || ' alone'
    WHEN shelf LIKE '/%' AND regex_match(pattern, '^\^.*((?<!\\)\.|\[\^|\\[SDW])', 0) IS NULL
      THEN iif(is_regex, 'its regular expression', 'its wildcard') || ' does not let in ' || path
    ELSE 'whether ' || iif(is_regex, 'its regular expression', 'its wildcard') || ' lets in ' || path || ' is not known' END AS why
FROM tried
