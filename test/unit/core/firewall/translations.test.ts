import { expect, test } from "vitest";
import { createInboundFilter } from "../../../../src/core/firewall/connection-filter.ts";
import { parseRange } from "../../../../src/core/ip.ts";
import { parseIptablesSave } from "../../../../src/tables/parsers/firewall/iptables-save.ts";

const own = "10.0.2.7";

/** The rules of the tables nat, raw and filter, whose chain INPUT drops. */
function saved({ nat = [], raw = [], input = [] }: Record<string, string[]>) {
  const text = [
    ...["*raw", ":PREROUTING ACCEPT [0:0]", ...raw],
    ...["*nat", ":PREROUTING ACCEPT [0:0]", ":ours - [0:0]", ...nat],
    ...["*filter", ":INPUT DROP [0:0]", ...input],
  ].join("\n");
  const rows = parseIptablesSave(text, "ip");
  const filter = createInboundFilter(rows.map((row) => (column) => String(row[column] ?? "")));
  /** The verdict on a connection to `port` that should arrive at `servedAt`. */
  const verdictOn = (port: number, servedAt: number, iniface = "eth0") =>
    filter.evaluate({
      protocol: "tcp",
      source: parseRange("10.0.1.5")!,
      destinations: [parseRange(own)!],
      port,
      servedAt,
      iniface,
      outiface: "",
      isIpv4: true,
    });
  return { filter, verdictOn };
}

const open22 = ["-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT"];
const all = ["-A INPUT -j ACCEPT"];
const redirected = "-p tcp -m tcp --dport 2222 -j REDIRECT --to-ports 22";

test("a port that is redirected leads to the other one, which the input then sees", () => {
  const { filter, verdictOn } = saved({ nat: [`-A PREROUTING ${redirected}`], input: open22 });
  expect(filter.portsLeadingTo(22)).toEqual([2222]);
  expect(filter.portsLeadingTo(2222)).toEqual([]);
  expect(verdictOn(2222, 22)).toMatchObject({
    verdict: "accept",
    translatedBy: expect.any(Number),
  });
  expect(verdictOn(22, 22)).not.toHaveProperty("translatedBy");
});

test("what listens at a redirected port gets no connections to it", () => {
  const { verdictOn } = saved({ nat: [`-A PREROUTING ${redirected}`], input: all });
  expect(verdictOn(2222, 2222)).toMatchObject({ verdict: "drop", isRedirected: true });
  expect(verdictOn(2222, 2222, "lo")).toMatchObject({ verdict: "accept" });
});

test("chains that others jump to redirect too", () => {
  const nat = ["-A PREROUTING -j ours", `-A ours ${redirected}`];
  expect(saved({ nat, input: open22 }).verdictOn(2222, 22).verdict).toBe("accept");
});

test("a rule before it keeps a connection from being redirected", () => {
  const nat = ["-A PREROUTING -s 10.0.1.0/24 -j ACCEPT", `-A PREROUTING ${redirected}`];
  const { verdictOn } = saved({ nat, input: all });
  expect(verdictOn(2222, 22).verdict).toBe("drop");
  expect(verdictOn(2222, 2222).verdict).toBe("accept");
});

test("the host's own address is as good as a redirection, another one leads away", () => {
  const to = (address: string) =>
    saved({
      nat: [`-A PREROUTING -p tcp -m tcp --dport 2222 -j DNAT --to-destination ${address}:22`],
      input: all,
    });
  expect(to(own).verdictOn(2222, 22).verdict).toBe("accept");
  expect(to("172.17.0.2").verdictOn(2222, 22).verdict).toBe("unknown");
  expect(to("172.17.0.2").verdictOn(2222, 2222).verdict).toBe("unknown");
});

test("only what was redirected meets the state DNAT", () => {
  const input = ["-A INPUT -m conntrack --ctstate DNAT -j ACCEPT"];
  const { verdictOn } = saved({ nat: [`-A PREROUTING ${redirected}`], input });
  expect(verdictOn(2222, 22).verdict).toBe("accept");
  expect(verdictOn(22, 22).verdict).toBe("drop");
});

test("a rule that may see either port leaves it open", () => {
  const raw = ["-A PREROUTING -p tcp -m tcp --dport 22 -j DROP"];
  const { verdictOn } = saved({ nat: [`-A PREROUTING ${redirected}`], raw, input: all });
  expect(verdictOn(2222, 22).verdict).toBe("unknown");
});

test("a condition that isn't evaluated leaves it open", () => {
  const nat = [`-A PREROUTING -m owner --uid-owner 5 ${redirected}`];
  const { verdictOn } = saved({ nat, input: all });
  expect([verdictOn(2222, 22).verdict, verdictOn(2222, 2222).verdict]).toEqual([
    "unknown",
    "unknown",
  ]);
});
