/** iptables' words for sets of flags. */
const groups: Record<string, string[]> = {
  ALL: ["FIN", "SYN", "RST", "PSH", "ACK", "URG"],
  NONE: [],
};

const flagsOf = (text: string) => groups[text] ?? text.toUpperCase().split(",");

/** Whether the first segment of a connection, whose only flag is SYN, has just `set` of the flags in `mask`. */
export function matchesFirstSegment(mask: string, set: string): boolean {
  const expected = flagsOf(set);
  const present = flagsOf(mask).filter((flag) => flag === "SYN");
  return expected.length === present.length && expected.every((flag) => flag === "SYN");
}

/** The same for a condition that nft prints: "syn" (any of them), "! syn", "!= syn / fin,syn". */
export function matchesNftFlags(condition: string): boolean {
  const [, not = "", set = "", mask] = /^(!=? )?([a-z,]+)(?: \/ ([a-z,]+))?$/.exec(condition) ?? [];
  const holds = mask === undefined ? flagsOf(set).includes("SYN") : matchesFirstSegment(mask, set);
  return holds !== (not !== "");
}
