-- Which path of path_permissions can be changed by somebody else than the account that uses it: a row
-- per target and path, with whoever can. mend: the path again, where taking it from them breaks
-- nothing of theirs, and no sticky folder.
SELECT purpose, source, run_as, enabled, detail, target, via, how, min(act) AS act,
  iif(count(DISTINCT username) = (SELECT count(*) FROM accounts WHERE uid <> 0), 'every account',
    group_concat(DISTINCT username)) AS accounts,
  iif(regex_match(via, '^/((etc|usr|bin|sbin|lib[^/]*|boot|root|opt)(/|$)|$)', 0) IS NULL, NULL, via) AS mend
FROM writers
WHERE username <> run_as AND barred IS NULL
GROUP BY purpose, source, run_as, enabled, detail, target, via
