import type { Row } from "../../model/table.ts";

/**
 * Parses `pfctl -s rules`, one rule per line; "anchor" and "scrub" lines are included, with their
 * text as rule.
 */
export function parsePfRules(text: string): Row[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, index) => pfRow(line.trim(), index + 1));
}

function pfRow(rule: string, number: number): Row {
  const words = rule.split(/\s+/);
  const after = (word: string, from = 0) => {
    const at = words.indexOf(word, from);
    return at < 0 ? null : (words[at + 1] ?? null);
  };
  const from = words.indexOf("from");
  const to = words.indexOf("to");
  const isFilter = words[0] === "pass" || words[0] === "block";
  const direction = words.find((word) => word === "in" || word === "out") ?? null;
  return {
    backend: "pf",
    family: words.find((word) => word === "inet" || word === "inet6") ?? null,
    table_name: "filter",
    chain: isFilter ? "main" : (words[0] ?? null),
    rule_number: number,
    action: actionOf(words),
    direction: isFilter ? direction : null,
    protocol: after("proto"),
    src_ip: from < 0 ? null : after("from"),
    dst_ip: to < 0 ? null : after("to"),
    src_port: from < 0 ? null : portAfter(words.slice(from, to < 0 ? undefined : to)),
    dst_port: to < 0 ? null : portAfter(words.slice(to)),
    iniface: direction === "in" ? after("on") : null,
    outiface: direction === "out" ? after("on") : null,
    rule,
  };
}

/** In nft's terms: "block drop" is drop, "block return" is reject. */
function actionOf(words: string[]): string | null {
  if (words[0] === "pass") return "accept";
  if (words[0] !== "block") return null;
  return words[1]?.startsWith("return") ? "reject" : "drop";
}

/** "port = 22", "port 1024:65535", "port != 80" */
function portAfter(words: string[]): string | null {
  const at = words.indexOf("port");
  if (at < 0) return null;
  const [first = "", second = ""] = words.slice(at + 1);
  if (first === "=") return second;
  return /^[<>!]=?$/.test(first) ? `${first}${second}` : first;
}
