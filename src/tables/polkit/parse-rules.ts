/** What a rule of polkit's answers, as far as it is of one of the usual forms. */
export interface PolkitAnswer {
  /** Actions by their names; a name that ends in "*" stands for all that start so. Empty: any. */
  actions: string[];
  /** Groups and users of whom one is enough. Both empty: anybody. */
  groups: string[];
  users: string[];
  /** "yes", "no", "auth_admin"… */
  result: string;
  /** What else the rule asks, as written; null: nothing. */
  besides: string | null;
  line: number;
}

/**
 * The answers of a file of polkit(8), which is JavaScript: each `if (…) return polkit.Result.X` whose
 * condition joins tests of the action, the groups and the user. What is around it, and anything else
 * in the condition, is `besides`.
 */
export function parsePolkitRules(text: string): PolkitAnswer[] {
  const code = text.replace(
    /\/\*[\s\S]*?\*\/|(^|[^:"'\\])\/\/.*$/gm,
    (all, before = "") => before + all.slice(String(before).length).replace(/[^\n]/g, " "),
  );
  const answers: PolkitAnswer[] = [];
  const rules = /addRule\s*\(/g;
  for (let found = rules.exec(code); found; found = rules.exec(code)) {
    const end = closing(code, found.index + found[0].length - 1);
    answers.push(...answersOf(code, found.index, end));
  }
  return answers;
}

const returned = /return\s+(?:polkit\.Result\.(\w+)|["'](\w+)["'])/g;

function answersOf(code: string, start: number, end: number): PolkitAnswer[] {
  const body = code.slice(start, end);
  return [...body.matchAll(returned)].map(({ index, 1: named, 2: quoted }) => ({
    ...conditionOf(body.slice(0, index)),
    result: (named ?? quoted ?? "").toLowerCase(),
    line: code.slice(0, start + index).split("\n").length,
  }));
}

type Condition = Pick<PolkitAnswer, "actions" | "groups" | "users" | "besides">;

const header = /^addRule\s*\(\s*function\s*\(\s*action\s*,\s*subject\s*\)\s*\{\s*/;

/** The one condition that is around the return; of any other code, what it mentions. */
function conditionOf(before: string): Condition {
  const rest = before.replace(header, "");
  if (rest !== before && rest.trim() === "") return { ...nothing, besides: null };
  const [, opening = ""] = /^(if\s*)\(/.exec(rest) ?? [];
  const end = closing(rest, opening.length);
  const isDirect = rest !== before && opening !== "" && /^\s*\{?\s*$/.test(rest.slice(end + 1));
  return isDirect
    ? testsOf(rest.slice(opening.length + 1, end))
    : { ...mentionsIn(rest), besides: "other code" };
}

const nothing = { actions: [], groups: [], users: [] };

const all = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, value]) => value!)),
];

const mentionsIn = (text: string): Omit<Condition, "besides"> => ({
  actions: all(text, /["'](org\.[^"']+)["']/g),
  groups: all(text, /isInGroup\(\s*["']([^"']+)["']/g),
  users: all(text, /subject\.user\s*===?\s*["']([^"']+)["']/g),
});

const tests: [RegExp, (value: string) => Partial<Record<"action" | "group" | "user", string>>][] = [
  [/^action\.id\s*===?\s*["']([^"']+)["']$/, (action) => ({ action })],
  [
    /^action\.id\.(?:indexOf|startsWith)\(\s*["']([^"']+)["']\s*\)(?:\s*===?\s*0)?$/,
    (name) => ({ action: `${name}*` }),
  ],
  [/^subject\.isInGroup\(\s*["']([^"']+)["']\s*\)$/, (group) => ({ group })],
  [/^subject\.user\s*===?\s*["']([^"']+)["']$/, (user) => ({ user })],
];

function testsOf(text: string): Condition {
  const found: Condition = { actions: [], groups: [], users: [], besides: null };
  for (const part of splitAt(text, "&&")) {
    const tested = splitAt(bare(part), "||").map(testOf);
    const known = tested.filter((test) => test !== undefined);
    const actions = known.flatMap(({ action }) => action ?? []);
    const isNew = found[actions.length > 0 ? "actions" : "groups"].length === 0;
    // one kind of test in each part, and each kind once
    const isMixed = actions.length > 0 && actions.length < known.length;
    const isUsual = known.length === tested.length && !isMixed && isNew;
    if (!isUsual) found.besides = part.trim().replace(/\s+/g, " ");
    const more = isUsual ? undefined : mentionsIn(part);
    found.actions.push(...(more?.actions ?? actions));
    found.groups.push(...(more?.groups ?? known.flatMap(({ group }) => group ?? [])));
    found.users.push(...(more?.users ?? known.flatMap(({ user }) => user ?? [])));
  }
  return found;
}

function testOf(text: string) {
  const part = bare(text);
  for (const [pattern, make] of tests) {
    const [, value] = pattern.exec(part) ?? [];
    if (value !== undefined) return make(value);
  }
  return undefined;
}

/** Without the parentheses around all of it. */
function bare(text: string): string {
  const part = text.trim();
  return part.startsWith("(") && closing(part, 0) === part.length - 1
    ? bare(part.slice(1, -1))
    : part;
}

function splitAt(text: string, operator: string): string[] {
  const parts = [""];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (depth === 0 && text.startsWith(operator, at)) {
      parts.push("");
      at += operator.length - 1;
      continue;
    }
    depth += text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0;
    parts.push((parts.pop() ?? "") + text[at]);
  }
  return parts;
}

/** The parenthesis that closes the one at `start`; the end of the text if none does. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at;
  }
  return text.length;
}
