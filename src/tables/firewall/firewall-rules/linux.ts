import { type Gap, gapOf, TableUnavailable } from "../../host/gap.ts";
import { once } from "../../host/once.ts";
import type { Host } from "../../host/port.ts";
import { readIfPresent } from "../../host/read-required.ts";
import type { Collected } from "../../model/table.ts";
import { parseIptablesSave } from "../../parsers/firewall/iptables-save.ts";
import { type NftRuleset, parseNftRuleset, setKey } from "../../parsers/firewall/nft-ruleset.ts";
import type { FirewallRow } from "../../parsers/firewall/rule.ts";
import { runAsNetAdmin } from "../run-as-net-admin.ts";

/**
 * The rules of nftables and, where the kernel's legacy tables are in use, those of iptables. With
 * nft installed an empty result means no rules; with no tool at all the rules are unknown.
 */
export async function readLinuxRules(host: Host): Promise<Rules> {
  try {
    const ruleset = await readNft(host);
    const { rows, gaps } = await withLegacy(host, await withTranslated(host, ruleset));
    return { rows, gaps, sets: ruleset.sets, lastingSets: ruleset.lastingSets };
  } catch (error) {
    if (gapOf(error, "nft").reason !== "table_missing") throw error;
  }
  return readIptablesOnly(host);
}

async function readNft(host: Host): Promise<NftRuleset> {
  const json = await runAsNetAdmin(host, "nft", ["-j", "list", "ruleset"]);
  const text = await runAsNetAdmin(host, "nft", ["-a", "list", "ruleset"]);
  const ruleset = parseNftRuleset(json, text);
  if (!ruleset) throw new TableUnavailable("error", "nft: no ruleset in its output");
  return ruleset;
}

interface Readable {
  rows: FirewallRow[];
  gaps: Gap[];
}

interface Rules extends Readable {
  /** Elements of nft's named sets, by `setKey`. */
  sets: Map<string, string>;
  /** Those of them whose elements neither expire nor are added by rules. */
  lastingSets: Map<string, string>;
}

/** Longer lists are left out: of blocked addresses there may be thousands. */
const maxElements = 4_000;

function setsIn(row: FirewallRow, sets: Map<string, string>): string | null {
  const named = [row.src_ip, row.dst_ip, row.src_port, row.dst_port, row.iniface, row.outiface]
    .flatMap((value) => /^!?@(.+)$/.exec(value ?? "")?.[1] ?? [])
    .flatMap((name) => {
      const elements = sets.get(setKey(row.family, row.table_name, name));
      const isShort = elements !== undefined && elements.length <= maxElements;
      return isShort ? [[`@${name}`, elements] as const] : [];
    });
  return named.length === 0 ? null : JSON.stringify(Object.fromEntries(named));
}

export async function collectLinux(host: Host): Promise<Collected> {
  const { rows, gaps, lastingSets } = await once(host, readLinuxRules);
  return { rows: rows.map((row) => ({ ...row, sets: setsIn(row, lastingSets) })), gaps };
}

/**
 * Tables created by iptables-nft are read through iptables-save: nft can't decode some of their
 * conditions, so a narrow rule would seem to match every packet.
 */
async function withTranslated(host: Host, { rows, opaqueTables }: NftRuleset): Promise<Readable> {
  if (opaqueTables.size === 0) return { rows, gaps: [] };
  const tableOf = (row: FirewallRow) => `${row.family} ${row.table_name}`;
  const { rows: saved, gaps } = await trySaved(host, ["iptables-save", "ip6tables-save"]);
  const translated = saved.filter((row) => opaqueTables.has(tableOf(row)));
  const covered = new Set(translated.filter((row) => row.rule !== null).map(tableOf));
  const unseen = [...opaqueTables].filter((table) => !covered.has(table));
  return {
    rows: [
      ...rows.filter((row) => !covered.has(tableOf(row))),
      ...translated.filter((row) => covered.has(tableOf(row))),
    ],
    gaps: [...gaps, ...unseen.map(hiddenConditions)],
  };
}

const hiddenConditions = (table: string): Gap => ({
  reason: "error",
  detail: `table ${table}: some conditions of its rules can't be read`,
});

/** Legacy iptables tables beside nftables; the kernel lists those in use. */
async function withLegacy(host: Host, { rows, gaps }: Readable): Promise<Readable> {
  try {
    const inUse = ["ip_tables_names", "ip6_tables_names"].some(
      (file) => readIfPresent(host, `/proc/net/${file}`).trim() !== "",
    );
    if (!inUse) return { rows, gaps };
  } catch (error) {
    return { rows, gaps: [...gaps, gapOf(error, "names of iptables' tables")] };
  }
  const legacy = await trySaved(host, ["iptables-legacy-save", "ip6tables-legacy-save"]);
  return { rows: [...rows, ...legacy.rows], gaps: [...gaps, ...legacy.gaps] };
}

type SaveTools = [ipv4: string, ipv6: string];

async function trySaved(host: Host, tools: SaveTools): Promise<Readable> {
  try {
    return { rows: await readSaved(host, tools), gaps: [] };
  } catch (error) {
    return { rows: [], gaps: [gapOf(error, tools[0])] };
  }
}

async function readSaved(host: Host, [ipv4Tool, ipv6Tool]: SaveTools): Promise<FirewallRow[]> {
  const ipv4 = await runAsNetAdmin(host, ipv4Tool, []);
  const ipv6 = await runAsNetAdmin(host, ipv6Tool, []);
  return [...parseIptablesSave(ipv4, "ip"), ...parseIptablesSave(ipv6, "ip6")];
}

/** iptables-save shows only rules created with iptables; those created with nft would be missed. */
async function readIptablesOnly(host: Host): Promise<Rules> {
  const rows = await readSaved(host, ["iptables-save", "ip6tables-save"]);
  const nftInUse = readIfPresent(host, "/proc/modules").includes("nf_tables ");
  const detail = "nft is not installed: its rules are unknown";
  const gaps: Gap[] = nftInUse ? [{ reason: "table_missing", detail }] : [];
  return { rows, gaps, sets: new Map(), lastingSets: new Map() };
}
