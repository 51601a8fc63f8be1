import { matchesFirstSegment, matchesNftFlags } from "./tcp-flags.ts";

/**
 * What a rule's text demands beyond its columns: "plain": nothing; "never": something that no new
 * connection meets; "more": conditions that we don't evaluate. A connection within a
 * rate limit stands for all: whoever asks again slowly gets through.
 */
export type TextConditions = "plain" | "never" | "more";

/** Reads a rule as iptables-save or nft prints it; `cell` gives its columns. */
export function conditionsInText(cell: (column: string) => string): TextConditions {
  const words = wordsOf(cell("rule"));
  if (cell("backend") === "iptables") return meaningOfSaved(words.slice(2));
  return meaningOfNft(words, (column) => cell(column) !== "");
}

/** Splits into words; a quoted string or a set in braces is one word. */
function wordsOf(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|\{[^}]*\}|\S+/g) ?? [];
}

/** Options of iptables with one argument that the columns already hold. */
const columnOptions = new Set(
  "-s -d -p -i -o --sport --sports --dport --dports --src-range --dst-range --ctstate --state".split(
    " ",
  ),
);
const harmless = new Set(
  "--comment -j -g --to-ports --to-destination --dst-type --reject-with --log-prefix --log-level --limit --limit-burst --hashlimit-upto --hashlimit-burst --hashlimit-mode --hashlimit-name --hashlimit-srcmask --hashlimit-htable-expire --connlimit-upto --connlimit-mask".split(
    " ",
  ),
);
const overLimits = new Set("--hashlimit-above --connlimit-above".split(" "));
const modules = new Set(
  "tcp udp multiport conntrack state comment iprange addrtype limit hashlimit connlimit".split(" "),
);

function meaningOfSaved(words: string[]): TextConditions {
  const seen = new Set<string>();
  let meaning: TextConditions = "plain";
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === "!" || word === "--connlimit-saddr" || word === "--connlimit-daddr") continue;
    const isNegated = words[at - 1] === "!";
    const argument = words[++at] ?? "";
    const column = word.replace(/s$/, "");
    if (columnOptions.has(word) && !seen.has(column)) seen.add(column);
    else if (word === "--tcp-flags") {
      if (matchesFirstSegment(argument, words[++at] ?? "") === isNegated) meaning = "never";
    } else if (overLimits.has(word)) meaning = "never";
    else if (!harmless.has(word) && !(word === "-m" && modules.has(argument))) return "more";
  }
  return meaning;
}

const nftValue = String.raw`(?:!= )?(?:"[^"]*"|\{[^}]*\}|[^\s{}]+)`;
/** Conditions of nft by the column that holds them; each may occur once. */
const nftConditions = Object.entries({
  iniface: "(?:meta )?iif(?:name)?",
  outiface: "(?:meta )?oif(?:name)?",
  src_ip: "ip6? saddr",
  dst_ip: "ip6? daddr",
  dst_port: "(?:tcp|udp|th) dport",
  src_port: "(?:tcp|udp|th) sport",
  protocol: "(?:meta l4proto|ip protocol|ip6 nexthdr)",
  state: "ct state",
}).map(([column, words]) => ({ column, pattern: new RegExp(`^${words} ${nftValue}`) }));
const nftHarmless =
  /^(?:counter(?: packets \d+ bytes \d+)?|log(?: (?:prefix "[^"]*"|level \w+|group \d+|flags \w+))*|accept|drop|return|continue|reject(?: with (?:tcp reset|\w+ (?:type )?[\w-]+))?|(?:jump|goto) \S+|redirect(?: to :\d+)?|dnat(?: ip6?)? to [\d.:a-f[\]]+|comment "[^"]*"|limit rate \S+(?: burst \d+ \w+)?|meta nfproto ipv[46]|fib daddr type local|meta pkttype host)(?= |$)/;
/** A new connection has not been redirected. */
const nftNever = /(?:^| )(?:ct status dnat|limit rate over \S+|ct count over \d+)(?: |$)/;
const nftFlags = /(?:^| )tcp flags ((?:!=? )?[a-z,]+(?: \/ [a-z,]+)?)(?= |$)/;

/**
 * A condition missing from the columns belongs to an iptables rule, which nft prints but can't
 * represent.
 */
function meaningOfNft(words: string[], isShown: (column: string) => boolean): TextConditions {
  const text = words.join(" ");
  const seen = new Set<string>();
  const flags = nftFlags.exec(text);
  if (nftNever.test(text) || (flags && !matchesNftFlags(flags[1]!))) return "never";
  let rest = text.replace(nftFlags, "").trimStart();
  while (rest !== "") {
    const condition = nftConditions.find(({ pattern }) => pattern.test(rest));
    const found = (condition?.pattern ?? nftHarmless).exec(rest);
    if (!found || (condition && (seen.has(condition.column) || !isShown(condition.column))))
      return "more";
    if (condition) seen.add(condition.column);
    rest = rest.slice(found[0].length).trimStart();
  }
  return "plain";
}
