-- The units that a timer will start again: systemd runs it, and it is not elapsed for good. One that has just
-- started its unit has another date only if it repeats: a calendar without a year does.
SELECT unit AS id FROM systemd_timers
WHERE active_state = 'active' AND (sub_state = 'waiting'
  OR sub_state = 'running' AND (next_run > unixepoch() OR calendar LIKE '%OnUnit%activeSec=%'
    OR calendar <> '' AND regex_match(calendar, '\d{4}-|(^|; )On', 0) IS NULL))
