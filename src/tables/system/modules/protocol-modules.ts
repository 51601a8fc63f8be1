import { gapReader } from "../../host/gap-reader.ts";
import type { CollectedTable, Row } from "../../model/table.ts";
import { readInstalledModules } from "./installed-modules.ts";
import { autoloadColumns } from "./module-row.ts";
import { readModuleRules, readModuleStops } from "./module-stops.ts";
import { easiest, readRequests } from "./requested-modules.ts";

/** What the kernel asks modprobe for when a program opens a socket, by the protocol's module. */
const requests: Record<string, string[]> = {
  dccp: ["net-pf-2-proto-33-type-6", "net-pf-10-proto-33-type-6"],
  rds: ["net-pf-21"],
  sctp: ["net-pf-2-proto-132", "net-pf-10-proto-132"],
  tipc: ["net-pf-30"],
};

/**
 * One row per network protocol that hardly any host needs. `status`: loaded, builtin, loadable or
 * absent. `autoload`: it works, or begins to when any account opens a socket; NULL where that
 * depends on a program of the host.
 */
export const protocolModules: CollectedTable = {
  name: "protocol_modules",
  description: "Uncommon network protocols, and whether any account's socket loads their modules.",
  platforms: ["linux"],
  columns: {
    protocol: "TEXT",
    status: "TEXT",
    autoload: "INTEGER",
    /** The file, with its line, that keeps the module from being loaded. */
    stopped_by: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const rules = readModuleRules(read);
    const modules = readInstalledModules(read);
    const asked = readRequests(read, { rules, modules, stops: readModuleStops(read, rules) });
    const rows = Object.entries(requests).map(([protocol, names]): Row => {
      const status = modules.statusOf(protocol);
      if (status === "absent") return { protocol, status, autoload: 0, stopped_by: null };
      if (status !== "loadable") return { protocol, status, autoload: 1, stopped_by: null };
      const answer = easiest(names.map((name) => asked.answer(name, protocol)));
      if (answer.type === "none") return { protocol, status, autoload: 0, stopped_by: null };
      const stop = answer.type === "stopped" ? answer.stop : undefined;
      return { protocol, status, ...autoloadColumns(read, stop) };
    });
    return { rows, gaps: read.gaps };
  },
};
