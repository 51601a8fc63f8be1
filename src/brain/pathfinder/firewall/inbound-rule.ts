import { type IpRange, overlap, parseRange } from "../../../core/ip.ts";
import { conditionsInText, verdictForNew } from "./rule-text.ts";

/** A new connection to this host. */
export interface InboundConnection {
  /** One address, or a range that is evaluated as a whole. */
  source: IpRange;
  /** Addresses of this host that it may be addressed to. */
  destinations: IpRange[];
  port: number;
  /** The incoming interface; null: unknown. */
  iniface: string | null;
  isIpv4: boolean;
}

export type Matching = "yes" | "no" | "maybe";

export interface InboundRule {
  /** Its row number. */
  row: number;
  action: string | null;
  matches(arrival: InboundConnection): Matching;
}

/** Reads a row of `firewall_rules` by column. */
export type FirewallRow = (column: string) => string;

type Test = (arrival: InboundConnection) => Matching;

/** One rule; columns that are empty match every connection. */
export function inboundRule(row: number, cell: FirewallRow): InboundRule {
  const text = cell("rule");
  const meaning = conditionsInText(cell);
  const tests = testsOf(cell);
  return {
    row,
    action: cell("action") === "vmap" ? vmapAction(text) : cell("action") || null,
    matches(arrival) {
      let matching: Matching = meaning === "more" ? "maybe" : "yes";
      if (meaning === "never") return "no";
      for (const holds of tests) {
        const answer = holds(arrival);
        if (answer === "no") return "no";
        if (answer === "maybe") matching = "maybe";
      }
      return matching;
    },
  };
}

/** The source ranges that the rule names. */
export function sourceRangesOf(cell: FirewallRow): IpRange[] {
  const values = valuesOf(cell("src_ip").replace(/^!/, ""));
  return values.flatMap((value) => parseRange(value) ?? []);
}

function vmapAction(text: string): string | null {
  if (!/(?:^| )ct state vmap \{/.test(text)) return "vmap";
  return verdictForNew(text)?.replace(/^(jump|goto) /, "$1:") ?? null;
}

function testsOf(cell: FirewallRow): Test[] {
  const tests: Test[] = [];
  const family = cell("family");
  if (family === "ip") tests.push(({ isIpv4 }) => (isIpv4 ? "yes" : "no"));
  if (family === "ip6") tests.push(({ isIpv4 }) => (isIpv4 ? "no" : "yes"));
  const add = (column: string, test: (values: string[]) => Test) => {
    const text = cell(column);
    if (text === "") return;
    const negated = text.startsWith("!");
    const holds = test(valuesOf(negated ? text.slice(1) : text));
    tests.push(negated ? (arrival) => opposite[holds(arrival)] : holds);
  };
  add("protocol", (values) => () => isTcp(values));
  add("state", (values) => () => isNew(values));
  add("src_ip", (values) => addressTest(values, ({ source }) => [source]));
  add("dst_ip", (values) => addressTest(values, ({ destinations }) => destinations));
  add("dst_port", portTest);
  add("iniface", interfaceTest);
  // A client may choose its source port.
  if (cell("src_port") !== "") tests.push(() => "maybe");
  // A connection to this host leaves by no interface.
  if (cell("outiface") !== "") tests.push(() => "no");
  return tests;
}

const opposite: Record<Matching, Matching> = { yes: "no", no: "yes", maybe: "maybe" };

const valuesOf = (text: string) =>
  text
    .replace(/^\{|\}$/g, "")
    .split(",")
    .map((value) => value.trim().replace(/^"|"$/g, ""))
    .filter(Boolean);

const isOpaque = (value: string) => value.startsWith("@");

function isTcp(values: string[]): Matching {
  if (values.some((value) => /^(?:tcp|6|all|0)$/i.test(value))) return "yes";
  return values.some(isOpaque) ? "maybe" : "no";
}

function isNew(values: string[]): Matching {
  return values.some((value) => value.toLowerCase() === "new") ? "yes" : "no";
}

function addressTest(values: string[], of: (arrival: InboundConnection) => IpRange[]): Test {
  const ranges = values.map(parseRange);
  return (arrival) => {
    const answers = of(arrival).map((part) => {
      const overlaps = ranges.map((range) => (range ? overlap(part, range) : "some"));
      if (overlaps.includes("all")) return "all";
      return overlaps.includes("some") ? "some" : "none";
    });
    if (answers.every((answer) => answer === "all")) return "yes";
    return answers.every((answer) => answer === "none") ? "no" : "maybe";
  };
}

function portTest(values: string[]): Test {
  const ranges = values.map((value) => /^(\d+)(?:[-:](\d+))?$/.exec(value));
  return ({ port }) => {
    const inside = (found: RegExpExecArray | null) =>
      found && Number(found[1]) <= port && port <= Number(found[2] ?? found[1]);
    if (ranges.some(inside)) return "yes";
    return ranges.includes(null) ? "maybe" : "no";
  };
}

function interfaceTest(values: string[]): Test {
  return ({ iniface }) => {
    if (iniface === null) return values.every((value) => value === "lo") ? "no" : "maybe";
    const holds = (value: string) =>
      /[+*]$/.test(value) ? iniface.startsWith(value.slice(0, -1)) : iniface === value;
    if (values.some(holds)) return "yes";
    return values.some(isOpaque) ? "maybe" : "no";
  };
}
