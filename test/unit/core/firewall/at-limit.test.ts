import { expect, test } from "vitest";
import { rulesAtLimit } from "../../../../src/core/firewall/at-limit.ts";
import { createInboundFilter } from "../../../../src/core/firewall/connection-filter.ts";
import { parseRange } from "../../../../src/core/ip.ts";
import { parseIptablesSave } from "../../../../src/tables/parsers/firewall/iptables-save.ts";

const slow = { mostInARow: 10, mostPerSecond: 1 };

function judge(policy: string, ...rules: string[]) {
  const text = ["*filter", `:INPUT ${policy} [0:0]`, ...rules.map((rule) => `-A INPUT ${rule}`)];
  const rows = parseIptablesSave(text.join("\n"), "ip");
  const cells = rows.map((row) => (column: string) => String((row as never)[column] ?? ""));
  const limited = rulesAtLimit(cells, slow);
  const { verdict } = createInboundFilter(limited.rows).evaluate({
    protocol: "tcp",
    source: parseRange("203.0.113.9")!,
    destinations: [parseRange("10.0.0.1")!],
    port: 22,
    iniface: null,
    outiface: "",
    isIpv4: true,
  });
  return { verdict, hasLimits: limited.hasLimits };
}

const ssh = "-p tcp -m tcp --dport 22";

test("a rule that accepts within a limit accepts no more beyond it", () => {
  const rule = `${ssh} -m limit --limit 3/min --limit-burst 5 -j ACCEPT`;
  expect(judge("DROP", rule)).toEqual({ verdict: "drop", hasLimits: true });
  expect(judge("ACCEPT", rule)).toEqual({ verdict: "accept", hasLimits: true });
  const upto = `${ssh} -m hashlimit --hashlimit-upto 4/min --hashlimit-burst 5 --hashlimit-mode srcip --hashlimit-name ssh -j ACCEPT`;
  expect(judge("DROP", upto).verdict).toBe("drop");
});

test("a rule that drops beyond a limit drops", () => {
  const above = `${ssh} -m hashlimit --hashlimit-above 3/min --hashlimit-burst 5 --hashlimit-mode srcip --hashlimit-name ssh -j DROP`;
  expect(judge("ACCEPT", above)).toEqual({ verdict: "drop", hasLimits: true });
  const lately = `${ssh} -m recent --update --seconds 60 --hitcount 4 --name ssh --mask 255.255.255.255 --rsource -j DROP`;
  const noted = `${ssh} -m recent --set --name ssh --mask 255.255.255.255 --rsource`;
  expect(judge("ACCEPT", noted, lately).verdict).toBe("drop");
  expect(judge("ACCEPT", `${ssh} -j ACCEPT`, above).verdict).toBe("accept");
});

test("a limit that lets hundreds through is none", () => {
  expect(judge("DROP", `${ssh} -m limit --limit 500/sec -j ACCEPT`)).toEqual({
    verdict: "accept",
    hasLimits: false,
  });
  const burst = `${ssh} -m limit --limit 1/min --limit-burst 500 -j ACCEPT`;
  expect(judge("DROP", burst).verdict).toBe("accept");
});
