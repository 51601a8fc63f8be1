import { ownValue } from "../../../core/own-value.ts";

const irregular: Record<string, string> = {
  ran: "run",
  running: "running",
  runing: "running",
  people: "person",
  children: "child",
  processes: "process",
  proc: "process",
  procs: "process",
  ips: "ip",
  dbs: "db",
  dcs: "dc",
  lbs: "lb",
  pcs: "pc",
  vms: "vm",
  acct: "account",
  accts: "account",
  creds: "credential",
  disc: "disk",
  discs: "disk",
  svc: "service",
  svcs: "service",
  ver: "version",
  conn: "connection",
  conns: "connection",
  perms: "permission",
  pkg: "package",
  pkgs: "package",
  addresses: "address",
  indices: "index",
  analyses: "analysis",
  statuses: "status",
  aliases: "alias",
  boxes: "box",
  kept: "keep",
  left: "left",
  lost: "lose",
  sent: "send",
  built: "build",
  written: "write",
  died: "die",
  dying: "die",
  dies: "die",
  used: "use",
  using: "use",
  uses: "use",
  changed: "change",
  changes: "change",
  changing: "change",
};

const remembered = new Map<string, string>();
/** The words of a lexicon come again and again; those of questions must not fill the memory. */
const maxRemembered = 10_000;

/** A light stem: plurals, -ing and -ed go, so that "listening" meets "listens". */
export function stem(word: string): string {
  const before = remembered.get(word);
  if (before !== undefined) return before;
  const found = stemOf(word);
  if (remembered.size < maxRemembered) remembered.set(word, found);
  return found;
}

function stemOf(word: string): string {
  const known = ownValue(irregular, word);
  if (known) return Object.hasOwn(irregular, known) ? known : stemOf(known);
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = word.endsWith("s") ? singularOf(word) : word;
  const verb = /(?:ing|ed)$/.test(singular)
    ? singular.replace(/(?<=[aeiouy].*[a-z])(ing|ed)$/, "")
    : singular;
  if (verb === singular || verb.length < 3) return singular.replace(/(?<=..[^aeiou])e$/, "");
  return verb.replace(/([bdgklmnprt])\1$/, "$1").replace(/(?<=..)e$/, "");
}

const singularOf = (word: string) =>
  word
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x|z)es$/, "$1")
    .replace(/([^su])s$/, "$1");
