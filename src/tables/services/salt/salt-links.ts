import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import { expandGlob, globToRegExp } from "../../host/glob.ts";
import type { Host } from "../../host/port.ts";
import type { Collected, Row } from "../../model/table.ts";
import { isSaltRunning } from "./is-salt-running.ts";
import { keyHash, readSettings, type SaltSettings, textOf } from "./salt-settings.ts";

export function collectSaltLinks(host: Host): Collected {
  const read = gapReader(host);
  return { rows: [...masterRows(read), ...minionRows(read)], gaps: read.gaps };
}

/** A row for each account that may send commands, and each minion whose key the master has accepted. */
function masterRows(read: GapReader): Row[] {
  const settings = readSettings(read, "master");
  if (!settings) return [];
  const keys = textOf(settings, "pki_dir", "/etc/salt/pki/master");
  const common = {
    role: "master",
    master_key: keyHash(read, `${keys}/master.pub`),
    enabled: isSaltRunning(read, "salt-master"),
  };
  const grants = grantsOf(settings);
  return expandGlob(read, `${keys}/minions/*`).flatMap((path) => {
    const minion = path.slice(path.lastIndexOf("/") + 1);
    const minion_key = keyHash(read, path);
    return grants
      .filter(({ target }) => globToRegExp(target).test(minion))
      .map(({ username, functions, asks }) => ({
        ...common,
        minion,
        minion_key,
        username,
        functions,
        asks,
      }));
  });
}

interface Grant {
  username: string;
  /** Patterns of functions, separated by commas; "" for all. */
  functions: string;
  /** A pattern of minions. */
  target: string;
  /** 1 if the account has to give its password. */
  asks: number;
}

/** Who may send commands: root, the account that the master runs as, and those of both access lists. */
function grantsOf(settings: SaltSettings): Grant[] {
  const own = new Set(["root", textOf(settings, "user", "root")]);
  const lists = settings.publisher_acl ?? settings.client_acl;
  const outside = Object.values(recordOf(settings.external_auth));
  return [
    ...[...own].map((username) => ({ username, functions: "", target: "*", asks: 0 })),
    ...listedIn(lists, 0),
    ...outside.flatMap((accounts) => listedIn(accounts, 1)),
  ];
}

function listedIn(accounts: unknown, asks: number): Grant[] {
  return Object.entries(recordOf(accounts)).flatMap(([username, rules]) =>
    (Array.isArray(rules) ? rules : []).flatMap((rule) => grantsBy(rule, { username, asks })),
  );
}

/** A pattern of functions for every minion, or a pattern of minions with its functions. */
function grantsBy(rule: unknown, who: Pick<Grant, "username" | "asks">): Grant[] {
  if (typeof rule === "string") return [{ ...who, functions: rule, target: "*" }];
  return Object.entries(recordOf(rule)).map(([target, functions]) => ({
    ...who,
    target,
    functions: [functions]
      .flat()
      .filter((one) => typeof one === "string")
      .join(","),
  }));
}

const recordOf = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};

function minionRows(read: GapReader): Row[] {
  const settings = readSettings(read, "minion");
  if (!settings) return [];
  const keys = textOf(settings, "pki_dir", "/etc/salt/pki/minion");
  const id = textOf(settings, "id", (read.text("/etc/salt/minion_id") ?? "").trim());
  return expandGlob(read, `${keys}/minion_master*.pub`).map((path) => ({
    role: "minion",
    username: textOf(settings, "user", "root"),
    functions: "",
    asks: 0,
    minion: id,
    master_key: keyHash(read, path),
    minion_key: keyHash(read, `${keys}/minion.pub`),
    enabled: isSaltRunning(read, "salt-minion"),
  }));
}
