import type { Gap } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { isRoot, optionalOutput } from "../../host/tool-output.ts";
import type { Collected, Row } from "../../model/table.ts";
import { parsePfRules } from "../../parsers/firewall/pf-rules.ts";
import { readAppFirewall, readAppRules } from "../socketfilterfw.ts";

/**
 * Two firewalls: the application firewall ("alf"), whose policy row comes first, and the packet
 * filter ("pf"), which only root may read. A firewall that is off has no rows: its rules are not applied.
 */
export async function collectDarwin(host: Host): Promise<Collected> {
  const gaps: Gap[] = [];
  const alf = await appFirewallRows(host, gaps);
  return { rows: [...alf, ...(await packetFilterRows(host, gaps))], gaps };
}

async function appFirewallRows(host: Host, gaps: Gap[]): Promise<Row[]> {
  const own: Gap[] = [];
  const { state } = await readAppFirewall(host, own);
  gaps.push(...own.filter((gap) => gap.columns?.includes("global_state")).map(withoutColumns));
  if (state === 0) return [];
  const rules = await readAppRules(host);
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

async function packetFilterRows(host: Host, gaps: Gap[]): Promise<Row[]> {
  if (!(await isRoot(host))) {
    gaps.push({ reason: "denied", detail: "pf: only root may read its rules" });
    return [];
  }
  const info = await optionalOutput(host, ["pfctl", "-s", "info"], { gaps });
  if (!/^Status: Enabled\b/m.test(info ?? "")) return [];
  const rules = await optionalOutput(host, ["pfctl", "-s", "rules"], { gaps });
  return parsePfRules(rules ?? "");
}
