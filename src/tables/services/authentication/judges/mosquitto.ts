import { optionOf, type ServiceProcess } from "../model/service-process.ts";
import { type Demand, isOn, type ServiceJudge } from "../model/types.ts";

interface Listener {
  port: number;
  settings: Map<string, string>;
}

export const mosquitto: ServiceJudge = {
  service: "MQTT",
  isService: ({ name }) => name === "mosquitto",
  judge(process) {
    const source = optionOf(process.argv, "c", "config-file");
    // Without a configuration it listens on loopback alone.
    if (!source) return [{ open: 1, reason: "no configuration file" }];
    const lines = linesOf(process, source);
    if (!lines) return [{ open: null, reason: `${source} could not be read` }];
    const { common, listeners } = parse(lines);
    const isPerListener = isOn(common.get("per_listener_settings"));
    const demands = listeners.map(({ port, settings }) => {
      const effective = isPerListener ? settings : new Map([...common, ...settings]);
      return { ...demandOf(process, effective), source, ...(port ? { port } : {}) };
    });
    return demands.length > 0 ? demands : [{ ...demandOf(process, common), source }];
  },
};

function linesOf(process: ServiceProcess, source: string): string[][] | undefined {
  const words = (text: string) =>
    text
      .split("\n")
      .map((line) => line.trim().split(/\s+/))
      .filter(([name]) => name && !name.startsWith("#"));
  const text = process.text(source);
  if (text === undefined) return undefined;
  return words(text).flatMap((line) =>
    line[0] === "include_dir"
      ? process
          .glob(`${line[1]?.replace(/\/$/, "")}/*.conf`)
          .flatMap((file) => words(process.text(file) ?? ""))
      : [line],
  );
}

const perListener = new Set(["require_certificate", "psk_hint"]);
const security = new Set(["allow_anonymous", "acl_file", "plugin", "auth_plugin", "global_plugin"]);

/** Settings belong to the listener above them; of those on access, only with per_listener_settings. */
function parse(lines: string[][]): { common: Map<string, string>; listeners: Listener[] } {
  const common = new Map<string, string>();
  const listeners: Listener[] = [];
  const isSplit = isOn(lines.findLast(([name]) => name === "per_listener_settings")?.[1]);
  for (const [name = "", value = ""] of lines) {
    const current = listeners.at(-1);
    if (name === "listener") listeners.push({ port: Number(value), settings: new Map() });
    else if (name === "port" && listeners.length === 0)
      listeners.push({ port: Number(value), settings: new Map(common) });
    else if (current && (perListener.has(name) || (isSplit && security.has(name))))
      current.settings.set(name, value);
    else common.set(name, value);
  }
  return { common, listeners };
}

function demandOf(process: ServiceProcess, settings: Map<string, string>): Demand {
  if (isOn(settings.get("require_certificate")))
    return { open: 0, reason: "clients need a certificate" };
  if (settings.has("psk_hint")) return { open: 0, reason: "clients need a shared key" };
  const allowed = settings.get("allow_anonymous");
  if (allowed === undefined) return byVersion(process.version("mosquitto"));
  if (!isOn(allowed)) return { open: 0, reason: "allow_anonymous is false" };
  if (["acl_file", "plugin", "auth_plugin", "global_plugin"].some((name) => settings.has(name)))
    return { open: null, reason: "anonymous clients are subject to an access list or a plugin" };
  return { open: 1, reason: "allow_anonymous is true" };
}

/** Version 2 admits nobody without credentials unless it is asked to. */
function byVersion(version: number | undefined): Demand {
  if (version === undefined)
    return { open: null, reason: "whether clients are anonymous depends on its version" };
  return version < 2
    ? { open: 1, reason: "anonymous clients are admitted by default before version 2" }
    : { open: 0, reason: "anonymous clients are refused by default" };
}
