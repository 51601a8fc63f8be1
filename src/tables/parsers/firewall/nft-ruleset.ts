import { type NftStatement, nftRuleBody, valueText } from "./nft-statements.ts";
import { type Chain, chainRows, type FirewallRow } from "./rule.ts";

interface NftChain {
  family: string;
  table: string;
  name: string;
  hook?: string;
  policy?: string;
}

interface NftRule {
  family: string;
  table: string;
  chain: string;
  handle: number;
  expr?: NftStatement[];
}

interface NftSet {
  family: string;
  table: string;
  name: string;
  elem?: unknown[];
  flags?: string | string[];
  timeout?: number;
}

export interface NftRuleset {
  rows: FirewallRow[];
  /** Elements of the named sets, by `setKey`. */
  sets: Map<string, string>;
  /** Those of them whose elements neither expire nor are added by rules. */
  lastingSets: Map<string, string>;
  /** "family table" of tables created by iptables: nft can't decode some of their conditions. */
  opaqueTables: Set<string>;
}

/**
 * Rows of `nft -j list ruleset` (libnftables-json(5)); undefined for other output. Only `nft -a
 * list ruleset` has the text of a rule; a rule added between the two calls shows as its JSON.
 */
export function parseNftRuleset(json: string, text: string): NftRuleset | undefined {
  const objects = parseObjects(json);
  if (!objects) return undefined;
  const texts = parseRuleTexts(text);
  const rules = new Map<string, NftRule[]>();
  const opaqueTables = new Set<string>();
  for (const rule of pick<NftRule>(objects, "rule")) {
    if (isOpaque(rule)) opaqueTables.add(`${rule.family} ${rule.table}`);
    const key = chainKey(rule.family, rule.table, rule.chain);
    rules.set(key, [...(rules.get(key) ?? []), rule]);
  }
  const rows = pick<NftChain>(objects, "chain").flatMap((chain) => {
    const key = chainKey(chain.family, chain.table, chain.name);
    const bodies = (rules.get(key) ?? []).map((rule) => ({
      ...nftRuleBody(statementsOf(rule)),
      handle: rule.handle,
      rule: texts.get(`${key} ${rule.handle}`) ?? JSON.stringify(statementsOf(rule)),
    }));
    return chainRows(headOf(chain), bodies);
  });
  const sets = pick<NftSet>(objects, "set");
  return {
    rows,
    sets: elementsOf(sets),
    lastingSets: elementsOf(sets.filter(isLasting)),
    opaqueTables,
  };
}

const elementsOf = (sets: NftSet[]) =>
  new Map(sets.map((set) => [setKey(set.family, set.table, set.name), valueText(set.elem ?? [])]));

const isLasting = ({ flags = [], timeout }: NftSet) =>
  timeout === undefined && ![flags].flat().some((flag) => flag === "dynamic" || flag === "timeout");

export const setKey = (family: string, table: string, name: string) =>
  `${family} ${table} @${name}`;

const statementsOf = (rule: NftRule) =>
  Array.isArray(rule.expr) ? rule.expr.filter(isObject) : [];

/** An iptables extension appears as {"xt": …}, at most with its name and never with its values. */
const isOpaque = (rule: NftRule) => statementsOf(rule).some((statement) => "xt" in statement);

const chainKey = (family: string, table: string, chain: string) => `${family} ${table} ${chain}`;

function headOf({ family, table, name, hook, policy }: NftChain): Chain {
  return {
    backend: "nft",
    family,
    table_name: table,
    chain: name,
    hook: hook ?? null,
    // A base chain accepts by default; other chains have no policy.
    policy: hook === undefined ? null : (policy ?? "accept"),
  };
}

function parseObjects(json: string): Record<string, unknown>[] | undefined {
  try {
    const { nftables } = JSON.parse(json) as { nftables?: unknown };
    return Array.isArray(nftables) ? nftables.filter(isObject) : undefined;
  } catch {
    return undefined;
  }
}

function pick<T>(objects: Record<string, unknown>[], kind: string): T[] {
  return objects.map((object) => object[kind]).filter(isObject) as T[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Rule texts by family, table, chain and handle; each line ends in "# handle 3". */
export function parseRuleTexts(text: string): Map<string, string> {
  const texts = new Map<string, string>();
  let table = "";
  let chain = "";
  for (const line of text.split("\n")) {
    const found = /^(\s*)(\S.*?) # handle (\d+)$/.exec(line);
    const [, , content = "", handle] = found ?? [];
    const opened = /^(table|chain) (.*) \{$/.exec(content);
    if (opened?.[1] === "table") table = opened[2]!;
    else if (opened) chain = opened[2]!;
    else if (found) texts.set(`${table} ${chain} ${handle}`, content);
  }
  return texts;
}
