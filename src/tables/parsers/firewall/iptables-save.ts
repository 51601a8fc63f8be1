import { type Chain, chainRows, emptyBody, type FirewallRow, type RuleBody } from "./rule.ts";

interface SavedChain {
  head: Chain;
  rules: string[][];
  texts: string[];
}

/** Rows of the output of iptables-save or ip6tables-save. */
export function parseIptablesSave(text: string, family: "ip" | "ip6"): FirewallRow[] {
  const chains = new Map<string, SavedChain>();
  let table = "";
  for (const line of text.split("\n")) {
    if (line.startsWith("*")) table = line.slice(1).trim();
    if (line.startsWith(":")) addChain(chains, line, { table, family });
    if (line.startsWith("-A ")) {
      const words = splitWords(line);
      const chain = chains.get(`${table} ${words[1]}`);
      chain?.rules.push(words.slice(2));
      chain?.texts.push(line);
    }
  }
  return [...chains.values()].flatMap(({ head, rules, texts }) =>
    chainRows(
      head,
      rules.map((words, index) => ({
        ...bodyOf(words, (name) => chains.has(`${head.table_name} ${name}`)),
        handle: null,
        rule: texts[index]!,
      })),
    ),
  );
}

/** ":INPUT DROP [0:0]"; user-defined chains have "-" as policy. */
function addChain(
  chains: Map<string, SavedChain>,
  line: string,
  { table, family }: { table: string; family: string },
): void {
  const [name = "", policy] = line.slice(1).split(" ");
  const isBase = policy !== undefined && policy !== "-";
  const head: Chain = {
    backend: "iptables",
    family,
    table_name: table,
    chain: name,
    hook: isBase ? name.toLowerCase() : null,
    policy: isBase ? policy.toLowerCase() : null,
  };
  chains.set(`${table} ${name}`, { head, rules: [], texts: [] });
}

/** Words; those with spaces are in double quotes (comments, log prefixes). */
export function splitWords(line: string): string[] {
  const words = line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g);
  return [...words].map(([, quoted, bare]) => quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "");
}

const columns = new Map<string, keyof RuleBody>(
  Object.entries({
    "-p": "protocol",
    "-s": "src_ip",
    "-d": "dst_ip",
    "-i": "iniface",
    "-o": "outiface",
    "--sport": "src_port",
    "--sports": "src_port",
    "--dport": "dst_port",
    "--dports": "dst_port",
    "--ports": "dst_port",
    "--src-range": "src_ip",
    "--dst-range": "dst_ip",
    "--ctstate": "state",
    "--state": "state",
  }),
);

function bodyOf(words: string[], isChain: (name: string) => boolean): RuleBody {
  const body = { ...emptyBody };
  for (const [index, word] of words.entries()) {
    const value = words[index + 1] ?? "";
    const column = columns.get(word);
    if (column) body[column] = (words[index - 1] === "!" ? "!" : "") + tidy(column, value);
    if (word === "-g") body.action = `goto:${value}`;
    if (word === "-j") body.action = isChain(value) ? `jump:${value}` : value.toLowerCase();
  }
  return body;
}

/** In nft's terms: lower-case states, port ranges with a dash. */
function tidy(column: keyof RuleBody, value: string): string {
  if (column === "state") return value.toLowerCase();
  return column.endsWith("_port") ? value.replaceAll(":", "-") : value;
}
