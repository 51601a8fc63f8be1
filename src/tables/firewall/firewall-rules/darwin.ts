import type { Gap } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { isRoot } from "../../host/tool-output.ts";
import type { Collected, Row } from "../../model/table.ts";
import { parsePfRules } from "../../parsers/firewall/pf-rules.ts";
import { readAppFirewall, readAppRules } from "../socketfilterfw.ts";

/**
 * Two firewalls: the application firewall ("alf"), whose policy row comes first, and the packet
 * filter ("pf"), which only root may read. A disabled firewall has no rows: its rules have no
 * effect.
 */
export async function collectDarwin(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const alf = await appFirewallRows(read);
  return { rows: [...alf, ...(await packetFilterRows(read))], gaps: read.gaps };
}

async function appFirewallRows(read: GapReader): Promise<Row[]> {
  const own = gapReader(read.host);
  const { state } = await readAppFirewall(own);
  read.report(
    ...own.gaps.filter((gap) => gap.columns?.includes("global_state")).map(withoutColumns),
  );
  if (state === 0) return [];
  const rules = await readAppRules(read.host);
  const chain = { backend: "alf", table_name: "applications", chain: "incoming", direction: "in" };
  const policy = state === 2 ? "drop" : "ask";
  return [
    { ...chain, hook: "input", policy, rule: `policy ${policy}` },
    ...rules.map(({ path, blocked }, index) => ({
      ...chain,
      rule_number: index + 1,
      action: blocked ? "drop" : "accept",
      rule: path,
    })),
  ];
}

const withoutColumns = ({ reason, detail }: Gap): Gap => ({ reason, detail });

async function packetFilterRows(read: GapReader): Promise<Row[]> {
  if (!(await isRoot(read.host))) {
    read.report({ reason: "denied", detail: "pf: only root may read its rules" });
    return [];
  }
  const info = await read.output("pfctl", "-s", "info");
  if (!/^Status: Enabled\b/m.test(info ?? "")) return [];
  const rules = await read.output("pfctl", "-s", "rules");
  return parsePfRules(rules ?? "");
}
