import { rulesAtLimit } from "../../../core/firewall/at-limit.ts";
import {
  type ConnectionFilter,
  createInboundFilter,
} from "../../../core/firewall/connection-filter.ts";
import { type IpRange, overlap, parseRange } from "../../../core/ip.ts";
import { readLinuxRules } from "../../firewall/firewall-rules/linux.ts";
import { type Entrance, readEntrances } from "../../firewall/firewall-verdicts/entrances.ts";
import {
  type FirewallRuleset,
  readerOf,
  withSets,
} from "../../firewall/firewall-verdicts/verdict-rows.ts";
import { gapOf } from "../../host/gap.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import { once } from "../../host/once.ts";
import {
  effective,
  type GuessLimit,
  ineffective,
  type Judgement,
  mostInARow,
  mostPerSecond,
  unknownEffect,
} from "./guess-limit.ts";

export interface SshFirewall {
  limits: GuessLimit[];
  /** Whether a rule leads to a chain of this name; undefined where the rules can't be read. */
  hasChain(name: string): boolean | undefined;
}

/** What the firewall does with somebody who connects again and again. */
export async function readSshFirewall({ host }: GapReader): Promise<SshFirewall> {
  try {
    const rules = await once(host, readLinuxRules);
    const entrances = await readEntrances(host);
    const hasChain = (name: string) =>
      rules.rows.some(({ action }) => action === `jump:${name}` || action === `goto:${name}`);
    return { limits: limitsOf(rules, entrances), hasChain };
  } catch (error) {
    const { reason, detail } = gapOf(error, "firewall");
    // Without a tool nobody has set up rules.
    if (reason === "table_missing") return { limits: [], hasChain: () => false };
    return { limits: [always(unknownEffect(detail))], hasChain: () => undefined };
  }
}

const always = (judgement: Judgement): GuessLimit => ({
  mechanism: "firewall",
  coversRoot: true,
  judge: () => judgement,
});

function limitsOf({ rows, sets }: FirewallRuleset, found: Entrance[]): GuessLimit[] {
  if (rows.length === 0) return [];
  const limited = rulesAtLimit(rows.map(readerOf), { mostInARow, mostPerSecond });
  const filter = createInboundFilter(limited.rows.map((cell) => withSets(cell, sets)));
  const entrances = found.length > 0 ? found : [unknownEntrance];
  const judge = (port: number): Judgement => {
    const verdicts = new Set(entrances.flatMap((entrance) => verdictsAt(filter, entrance, port)));
    if (verdicts.has("accept")) return ineffective("it accepts any number of connections");
    if (verdicts.has("unknown"))
      return limited.hasLimits
        ? unknownEffect("some conditions of its rules can't be evaluated")
        : ineffective("it has no limit");
    return effective("it drops connections beyond its limit");
  };
  return [{ mechanism: "firewall", coversRoot: true, judge }];
}

const unknownEntrance = { iface: null, isIpv4: true, addresses: [] };

/** Public addresses that no rule is likely to name. */
const strangers = ["5.44.3.9", "93.184.20.1", "151.101.9.8", "2001:4860::77", "2a02:8070::77"];

function verdictsAt(
  filter: ConnectionFilter,
  { iface, isIpv4, addresses }: Pick<Entrance, "isIpv4" | "addresses"> & { iface: string | null },
  port: number,
): string[] {
  const sources = [...strangers.map((address) => parseRange(address)!), ...widest(filter)].filter(
    ({ first }) => isMapped(first) === isIpv4,
  );
  return sources.map(
    (source) =>
      filter.evaluate({
        protocol: "tcp",
        source,
        destinations: addresses,
        port,
        iniface: iface,
        outiface: "",
        isIpv4,
      }).verdict,
  );
}

const isMapped = ([a, b, c]: IpRange["first"]) => a === 0 && b === 0 && c === 0xffff;

const loopback = ["127.0.0.0/8", "::1"].map((block) => parseRange(block)!);

/** An address of each network that the rules name, unless it is a small one, which may be trusted. */
function widest({ sourceRanges }: ConnectionFilter): IpRange[] {
  return sourceRanges
    .filter(({ first, last }) =>
      isMapped(first) ? last[3] - first[3] > 255 : first[0] !== last[0] || first[1] !== last[1],
    )
    .map(({ last }) => ({ first: last, last }))
    .filter((range) => !loopback.some((block) => overlap(range, block) === "all"));
}
