import { emptyBody, type RuleBody } from "./rule.ts";

/** One statement of a rule by its name (libnftables-json(5)): `{"match": …}`, `{"accept": null}`. */
export type NftStatement = Record<string, unknown>;

/** Conditions and action of a rule. */
export function nftRuleBody(statements: NftStatement[]): RuleBody {
  const body = { ...emptyBody };
  for (const statement of statements) {
    const [kind = "", detail] = Object.entries(statement ?? {})[0] ?? [];
    if (kind === "match") addMatch(body, detail as NftMatch);
    else body.action = actionOf(kind, detail) ?? body.action;
  }
  return body;
}

interface NftMatch {
  op?: string;
  left?: {
    payload?: { protocol?: string; field?: string };
    meta?: { key?: string };
    ct?: { key?: string };
  };
  right?: unknown;
}

const metaColumns = new Map<string, keyof RuleBody>(
  Object.entries({
    iif: "iniface",
    iifname: "iniface",
    oif: "outiface",
    oifname: "outiface",
    l4proto: "protocol",
  }),
);

const payloadColumns = new Map<string, keyof RuleBody>(
  Object.entries({
    saddr: "src_ip",
    daddr: "dst_ip",
    sport: "src_port",
    dport: "dst_port",
    nexthdr: "protocol",
    protocol: "protocol",
  }),
);

function addMatch(body: RuleBody, match: NftMatch): void {
  const { payload, meta, ct } = match?.left ?? {};
  const column =
    payloadColumns.get(payload?.field ?? "") ??
    metaColumns.get(meta?.key ?? "") ??
    (ct?.key === "state" ? "state" : undefined);
  // "tcp dport 22" implies the protocol; "ip saddr" only the family.
  const implied = payload?.protocol;
  if (implied && !/^(?:ip6?|arp|ether|th|vlan)$/.test(implied)) body.protocol = implied;
  if (column) body[column] = (match.op === "!=" ? "!" : "") + valueText(match.right);
}

/** A value as nft writes it: 22, 80-90, 10.0.0.0/8, {22, 80-90}, @name. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(",");
  if (typeof value !== "object" || value === null) return String(value);
  const { set, range, prefix, elem } = value as {
    set?: unknown;
    range?: unknown[];
    prefix?: { addr?: unknown; len?: unknown };
    elem?: { val?: unknown };
  };
  if (set !== undefined) return valueText(set);
  if (Array.isArray(range)) return range.map(valueText).join("-");
  if (prefix) return `${valueText(prefix.addr)}/${prefix.len}`;
  if (elem) return valueText(elem.val);
  return JSON.stringify(value);
}

const verdicts = new Set([
  "accept",
  "drop",
  "reject",
  "return",
  "continue",
  "queue",
  "masquerade",
  "snat",
  "dnat",
  "redirect",
  "notrack",
  "tproxy",
  "synproxy",
  "log",
]);

/**
 * Undefined for statements that don't decide about the packet (counter, limit, kernel comments).
 */
function actionOf(kind: string, detail: unknown): string | undefined {
  if (verdicts.has(kind)) return kind;
  const { target, type, name } = (detail ?? {}) as {
    target?: string;
    type?: string;
    name?: string;
  };
  if (kind === "jump" || kind === "goto") return `${kind}:${target}`;
  if (kind === "vmap") return "vmap";
  // An iptables target without an nft form: {"xt": {"type": "target", "name": "TCPMSS"}}.
  return kind === "xt" && type === "target" ? name?.toLowerCase() : undefined;
}
