-- Which account opens to a password alone, over SSH and from another host. AuthenticationMethods may
-- ask for a key besides: it is enough if one of its lists has only passwords in it.
SELECT username, uid, port, addresses, "match", method, reason, source FROM ssh_logins
WHERE method IN ('password', 'keyboard-interactive') AND allowed = 1 AND exposed IS NOT 0
  AND (reason NOT LIKE 'AuthenticationMethods %' OR regex_match(reason,
    ' (password|keyboard-interactive(:\w+)?)(,(password|keyboard-interactive(:\w+)?))*( |$)', 0) IS NOT NULL)
