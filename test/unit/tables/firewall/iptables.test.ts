import { expect, test } from "vitest";
import { parseCountedRules } from "../../../../src/tables/firewall/iptables.ts";

const saved = [
  "*filter",
  ":INPUT DROP [0:0]",
  "[7:420] -A INPUT -s 10.0.0.0/9 -p tcp -m tcp --dport 22 -j ACCEPT",
  "[1:60] -A INPUT -i lo -j ACCEPT",
  "[2:80] -A INPUT -i lo -j ACCEPT",
  "COMMIT",
].join("\n");

test("rules have their counters, numbers of protocols and dotted masks", () => {
  const rows = parseCountedRules(saved, "tcp\t6\tTCP\n").filter(({ target }) => target !== "");
  expect(rows).toMatchObject([
    {
      ...{ filter_name: "filter", chain: "INPUT", policy: "DROP", target: "ACCEPT", protocol: 6 },
      ...{ src_ip: "10.0.0.0", src_mask: "255.128.0.0", dst_mask: "0.0.0.0", dst_port: "22" },
      ...{ packets: 7, bytes: 420, match: "yes", iniface: "all" },
    },
    { iniface: "lo", packets: 1, protocol: 0, match: "no" },
    { iniface: "lo", packets: 2 },
  ]);
});
