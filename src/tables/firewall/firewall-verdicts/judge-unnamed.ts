import type { ConnectionFilter, Verdict } from "../../../core/firewall/connection-filter.ts";
import type { Connection } from "../../../core/firewall/connection-rule.ts";
import { parseRange } from "../../../core/ip.ts";
import type { Entrance } from "./entrances.ts";

/** Public addresses far from each other: a rule that names some networks names the fewest of them. */
const sources = {
  ipv4: ["5.44.3.9", "46.201.4.7", "93.184.20.1", "151.101.9.8", "203.0.112.77"],
  ipv6: ["2001:4860::77", "2400:cb00::77", "2600:1f00::77", "2804:14d::77", "2a02:8070::77"],
};

/** Ports without a well-known service, spread over all. */
const ports = [79, 1873, 7171, 20817, 31337, 45671, 61613];

/**
 * The verdict on most connections from addresses and to ports that no rule names: rules for single
 * networks or services don't change it, rules for nearly all of them do.
 */
export function judgeUnnamed(
  filter: ConnectionFilter,
  { iface, isIpv4, addresses }: Entrance,
  protocol: Connection["protocol"],
): { most: Verdict; filters: boolean } {
  const arrivals = sources[isIpv4 ? "ipv4" : "ipv6"].flatMap((source) =>
    ports.map((port) => ({
      protocol,
      source: parseRange(source)!,
      destinations: addresses,
      port,
      iniface: iface,
      outiface: "",
      isIpv4,
    })),
  );
  const verdicts = arrivals.map((arrival) => filter.evaluate(arrival));
  return { most: mostFrequent(verdicts), filters: filter.mayDrop(arrivals[0]!) };
}

function mostFrequent(verdicts: Verdict[]): Verdict {
  const half = verdicts.length / 2;
  for (const wanted of ["accept", "drop"]) {
    const alike = verdicts.filter(({ verdict }) => verdict === wanted);
    if (alike.length > half) return alike[0]!;
  }
  return { verdict: "unknown", row: -1, byPolicy: false };
}
