import { optionOf } from "../model/service-process.ts";
import type { Demand, ServiceJudge } from "../model/types.ts";

type Section = { name: string; settings: Map<string, string> };

export const rsync: ServiceJudge = {
  service: "rsync",
  isService: ({ name, argv }) => name === "rsync" && argv.includes("--daemon"),
  judge(process) {
    const source = optionOf(process.argv, "config") ?? "/etc/rsyncd.conf";
    const text = process.text(source);
    if (text === undefined) return [{ open: null, reason: `${source} could not be read` }];
    if (/^\s*&(?:include|merge)\b/m.test(text))
      return [{ open: null, reason: "files that its configuration includes are not read", source }];
    const [common, ...modules] = parseRsyncd(text);
    const demands = modules.map(({ name, settings }) =>
      demandOf(name, new Map([...common!.settings, ...settings])),
    );
    const open = demands.find((demand) => demand.open === 1);
    return [
      {
        ...(open ?? { open: 0, reason: "each module asks for a password or admits named hosts" }),
        source,
      },
    ];
  },
};

/** The settings before the first module are defaults of every module; names are without spaces and case. */
function parseRsyncd(text: string): Section[] {
  const sections: Section[] = [{ name: "", settings: new Map() }];
  for (const line of text
    .replace(/\\\n/g, " ")
    .split("\n")
    .map((each) => each.trim())) {
    const heading = /^\[([^\]]+)\]/.exec(line)?.[1];
    const [, name, value] = /^([^#;=][^=]*)=(.*)$/.exec(line) ?? [];
    if (heading !== undefined) {
      const isGlobal = heading.toLowerCase() === "global";
      if (isGlobal) sections.push({ ...sections[0]!, name: "" });
      else sections.push({ name: heading, settings: new Map() });
    } else if (name)
      sections.at(-1)!.settings.set(name.toLowerCase().replace(/\s+/g, ""), value!.trim());
  }
  return sections.filter(({ name }, index) => index === 0 || name !== "");
}

/** Hosts that only one list names follow that list; without "hosts deny" all others are refused. */
function demandOf(module: string, settings: Map<string, string>): Demand {
  const list = (name: string) => (settings.get(name) ?? "").split(/[\s,]+/).filter(Boolean);
  const everybody = (hosts: string[]) =>
    hosts.some((host) => /^(?:\*|0\.0\.0\.0\/0|::\/0)$/.test(host));
  if (list("authusers").length > 0)
    return { open: 0, reason: `module ${module} asks for a password` };
  const allowed = list("hostsallow");
  const denied = list("hostsdeny");
  if (
    everybody(allowed) ||
    (allowed.length === 0 && !everybody(denied)) ||
    (denied.length > 0 && !everybody(denied))
  )
    return { open: 1, reason: `module ${module} has no "auth users"` };
  return { open: 0, reason: `module ${module} admits named hosts` };
}
