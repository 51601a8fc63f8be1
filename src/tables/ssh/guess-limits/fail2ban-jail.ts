import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";

/** A jail as fail2ban's server has it at the moment. */
export interface Jail {
  name: string;
  /** Files that it reads; none of one that reads the journal. */
  files: string[];
  journal: string | undefined;
  /** The patterns that count as failures. */
  patterns: string;
  maxRetry: number;
  findSeconds: number;
  /** Negative: for good. */
  banSeconds: number;
  ignored: string[];
  actions: JailAction[];
}

export interface JailAction {
  name: string;
  /** The commands that it runs at its start and for an address, as far as the server resolves them. */
  commands: string;
}

/** The jails that run; undefined if the server doesn't answer. Its configuration may say otherwise. */
export async function readJails(host: Host): Promise<Jail[] | undefined> {
  const status = await ask(host, "status");
  const list = /Jail list:\s*(.*)$/m.exec(status ?? "")?.[1];
  if (list === undefined) return undefined;
  return Promise.all(wordsOf(list).map((name) => readJail(host, name)));
}

async function readJail(host: Host, name: string): Promise<Jail> {
  const get = async (what: string) => (await ask(host, "get", name, what)) ?? "";
  const status = (await ask(host, "status", name)) ?? "";
  const patterns = (await Promise.all([get("prefregex"), get("failregex")])).join("\n");
  const seconds = await Promise.all(["maxretry", "findtime", "bantime"].map(get));
  const [maxRetry = 0, findSeconds = 0, banSeconds = 0] = seconds.map((text) =>
    Number(text.trim()),
  );
  const actions = wordsOf(lastLine(await get("actions")));
  return {
    name,
    files: wordsOf(/File list:\s*(.*)$/m.exec(status)?.[1] ?? ""),
    journal: /Journal matches:\s*(.*)$/m.exec(status)?.[1],
    patterns,
    maxRetry,
    findSeconds,
    banSeconds,
    ignored: [...(await get("ignoreip")).matchAll(/^[|`]- (\S+)$/gm)].map(([, range]) => range!),
    actions: await Promise.all(actions.map((action) => readAction(host, name, action))),
  };
}

const wordsOf = (text: string) => text.split(/[,\s]+/).filter(Boolean);

async function readAction(host: Host, jail: string, name: string): Promise<JailAction> {
  const parts = await Promise.all(
    ["actionstart", "actionban"].map((part) => ask(host, "get", jail, "action", name, part)),
  );
  return { name, commands: parts.join("\n") };
}

const lastLine = (text: string) => text.trim().split("\n").at(-1) ?? "";

/** What the client prints; undefined if it fails, as it does for a property that isn't there. */
function ask(host: Host, ...args: string[]): Promise<string | undefined> {
  return gapReader(host).output("fail2ban-client", ...args);
}
