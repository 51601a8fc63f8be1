-- The units that a connection to a listening socket starts; a template has a new instance each time. asked: what
-- keeps some accounts of the host from connecting; NULL: nothing, every account can.
SELECT s.unit AS id, min(s.address) AS address,
  nullif(min(CASE
    WHEN s.limited THEN s.name || ' admits the connection'
    WHEN s.address LIKE '/%' AND regex_match(s.mode, '[2367]$', 0) IS NULL
      THEN 'who may write ' || s.address || ' (mode ' || s.mode || ') connects to it'
    WHEN s.address LIKE '/%' AND regex_match(s.address, '^/(var/)?run/[^/]+$', 0) IS NULL
      THEN 'who gets to ' || s.address || ' connects to it'
    WHEN s.address LIKE '/%' OR s.address LIKE '@%' THEN ''
    WHEN regex_match(s.address, '^(\d+|[\d.]+:\d+|\[[0-9a-fA-F:]+\]:\d+)$', 0) IS NULL THEN s.name || ' is connected to'
    WHEN EXISTS (
      SELECT 1 FROM firewall_rules f WHERE lower(f.action) IN ('drop', 'reject')
        AND (f.dst_port = regex_match(s.address, '\d+$', 0) OR instr(coalesce(f.rule, ''), regex_match(s.address, '\d+$', 0)) > 0))
      THEN 'the firewall lets a connection to ' || s.address || ' through'
    ELSE '' END), '') AS asked
FROM systemd_sockets s
WHERE s.active_state = 'active' AND s.sub_state = 'listening' AND s.kind = 'stream'
GROUP BY s.unit
