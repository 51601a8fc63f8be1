import type { ServiceProcess } from "../model/service-process.ts";
import type { Demand, ServiceJudge } from "../model/types.ts";
import { isOn } from "../model/types.ts";

const names = ["redis-server", "valkey-server", "keydb-server"];
const places = [
  "/etc/redis/*.conf",
  "/etc/redis/*/*.conf",
  "/etc/redis.conf",
  "/etc/valkey/*.conf",
  "/etc/keydb/*.conf",
];

type Settings = Map<string, string[]>;

export const redis: ServiceJudge = {
  service: "Redis",
  isService: ({ name }) => names.includes(name),
  judge(process) {
    const title = /^\S*-server (\S+):(\d+)(?: \[\w+\])?\s*$/.exec(process.argv.join(" "));
    if (!title) return demandsOf(process, { ...argumentsOf(process) });
    const found = places
      .flatMap((place) => process.glob(place))
      .map((source) => ({ source, settings: readSettings(process, source) }))
      .filter(({ settings }) => isTitled(settings, title[1]!, title[2]!));
    if (found.length !== 1)
      return [
        {
          open: null,
          reason: `its title hides its arguments, and ${found.length} configuration files match it`,
        },
      ];
    return demandsOf(process, found[0]!);
  },
};

/** The title has the first address and the port, or the TLS port where there is no other. */
function isTitled(settings: Settings, address: string, port: string): boolean {
  const first = settings.get("bind")?.at(-1)?.split(" ")[0]?.replace(/^-/, "") ?? "*";
  const plain = last(settings, "port") ?? "6379";
  return first === address && (plain === "0" ? last(settings, "tls-port") : plain) === port;
}

/** redis-server [FILE] --name value… */
function argumentsOf(process: ServiceProcess): { settings: Settings; source: string | undefined } {
  const [, first = ""] = process.argv;
  const source = first.startsWith("-") || first === "" ? undefined : first;
  const settings: Settings = source ? readSettings(process, source) : new Map();
  const text = process.argv.slice(source ? 2 : 1).join(" ");
  parseLines(text.split(/(?:^|\s)--(?=\w)/).join("\n"), settings);
  return { settings, source };
}

function readSettings(process: ServiceProcess, source: string, depth = 0): Settings {
  const settings: Settings = new Map();
  const text = process.text(source);
  if (text === undefined) settings.set("unreadable", [source]);
  parseLines(text ?? "", settings);
  if (depth > 4) return settings;
  for (const pattern of settings.get("include") ?? [])
    for (const file of process.glob(pattern))
      for (const [name, values] of readSettings(process, file, depth + 1))
        settings.set(name, [...(settings.get(name) ?? []), ...values]);
  return settings;
}

function parseLines(text: string, settings: Settings): void {
  for (const line of text.split("\n")) {
    const match = /^\s*([a-z][\w-]*)\s+(.*?)\s*$/i.exec(line);
    const name = match?.[1]?.toLowerCase();
    const value = match?.[2]?.replace(/^(["'])(.*)\1$/, "$2");
    if (name && value !== undefined) settings.set(name, [...(settings.get(name) ?? []), value]);
  }
}

const last = (settings: Settings, name: string) => settings.get(name)?.at(-1);

function demandsOf(
  process: ServiceProcess,
  { settings, source }: { settings: Settings; source: string | undefined },
): Demand[] {
  const plain: Demand = { ...clientsOf(process, settings), source };
  const tls = Number(last(settings, "tls-port") ?? 0);
  if (!tls) return [plain];
  const port = Number(last(settings, "port") ?? 6379);
  const asksCertificate = !/^(?:no|optional)$/i.test(last(settings, "tls-auth-clients") ?? "yes");
  const encrypted: Demand = asksCertificate
    ? { open: 0, reason: "clients need a certificate", source }
    : plain;
  return [{ ...encrypted, port: tls }, ...(port ? [{ ...plain, port }] : [])];
}

/** The user "default" is who has not authenticated (redis.io, ACL). */
function clientsOf(process: ServiceProcess, settings: Settings): Demand {
  if (settings.has("unreadable"))
    return { open: null, reason: `${settings.get("unreadable")} could not be read` };
  if (last(settings, "requirepass")) return { open: 0, reason: "requirepass is set" };
  const file = last(settings, "aclfile");
  const users = [...(settings.get("user") ?? []), ...(file ? userLines(process.text(file)) : [])];
  const rules = users.findLast((line) => /^default\s/.test(line))?.split(/\s+/);
  if (rules?.some((rule) => rule === "off") && !rules.includes("on"))
    return { open: 0, reason: "the default user is off" };
  // A user that is defined anew has no password and matches none, until "nopass".
  if (rules && !rules.includes("nopass"))
    return { open: 0, reason: "the default user has a password" };
  if (!isOn(last(settings, "protected-mode") ?? "yes"))
    return { open: 1, reason: "neither a password nor protected-mode" };
  return protectedBy(process, settings);
}

const userLines = (text = "") =>
  [...text.matchAll(/^\s*user\s+(.*)$/gm)].map(([, rules]) => rules!);

/** Before 7.0 an explicit address switches protected mode off. */
function protectedBy(process: ServiceProcess, settings: Settings): Demand {
  if (!settings.has("bind")) return { open: 0, reason: "protected-mode" };
  const version = process.version("redis-server", "valkey-server", "redis");
  if (version === undefined)
    return {
      open: null,
      reason: "no password; whether protected-mode applies depends on its version",
    };
  return version >= 7
    ? { open: 0, reason: "protected-mode" }
    : { open: 1, reason: "no password; protected-mode does not apply with bind before version 7" };
}
