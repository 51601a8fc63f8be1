import type { FirewallRow } from "./connection-rule.ts";

/** What a map of verdicts is looked up by, with the column of `firewall_rules` for it. */
const keys: [column: string, words: string][] = [
  ["dst_port", "(?:tcp|udp|th) dport"],
  ["src_ip", "ip6? saddr"],
  ["dst_ip", "ip6? daddr"],
  ["iniface", "(?:meta )?iif(?:name)?"],
  ["outiface", "(?:meta )?oif(?:name)?"],
  ["protocol", "(?:meta l4proto|ip protocol|ip6 nexthdr)"],
  ["state", "ct state"],
];
const pair =
  /^("[^"]*"|[^\s:"]+(?::[^\s"]*)?) (?:counter packets \d+ bytes \d+ )?: (\w+(?: \S+)?)$/;

/** A rule with `… vmap { key : verdict, … }` as one rule for each key; itself if it can't be read. */
export function withoutMap(cell: FirewallRow): FirewallRow[] {
  if (cell("action") !== "vmap") return [cell];
  const text = cell("rule");
  for (const [column, words] of keys) {
    const found = new RegExp(`^(.*?)((?:^| )${words}) vmap \\{ ?([^}]*?) ?\\}(.*)$`).exec(text);
    if (!found || cell(column) !== "") continue;
    const [, before, expression, elements = "", after] = found;
    const pairs = elements.split(/, ?/).map((one) => pair.exec(one.trim()));
    if (!pairs.every((one) => one !== null)) return [cell];
    return pairs.map(([, key = "", verdict = ""]) => {
      const known: Record<string, string> = {
        [column]: key.replace(/^"|"$/g, ""),
        action: verdict.replace(" ", ":"),
        rule: `${before}${expression} ${key} ${verdict}${after}`,
      };
      return (name) => known[name] ?? cell(name);
    });
  }
  return [cell];
}
