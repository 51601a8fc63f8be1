import type { UnknownName } from "../../../contract/reading.ts";
import { nearest } from "../../../core/suggest.ts";
import type { FleetNames } from "../annotate/fleet.ts";
import type { Filter, Kind } from "../model/types.ts";

/** Kinds of data whose rows are called after software. */
const ofSoftware = new Set([
  "packages",
  "package_updates",
  "python_packages",
  "npm_packages",
  "services",
  "processes",
  "process_open_files",
  "process_open_sockets",
  "listening_ports",
  "docker_containers",
]);

/** The names of the estate among which a field's values are; null for other fields. */
function namesAmong(kind: Kind, field: string, fleet: FleetNames): ReadonlySet<string> | null {
  if (kind.fields[field]?.type === "account") return fleet.users;
  const isSoftware = (field === "name" || field === "process_name") && ofSoftware.has(kind.id);
  return isSoftware ? fleet.software : null;
}

const naming = new Set<Filter["op"]>(["eq", "in", "contains"]);
const mostNear = 3;

/** The names in a reading's conditions that no snapshot of the estate has, each with similar ones. */
export function unknownNames(kind: Kind, filters: Filter[], fleet: FleetNames): UnknownName[] {
  return filters.flatMap(({ field, op, value }) => {
    const known = namesAmong(kind, field, fleet);
    if (!known || known.size === 0 || !naming.has(op)) return [];
    const values = (Array.isArray(value) ? value : [value]).filter(
      (one): one is string => typeof one === "string",
    );
    return values
      .filter((name) => !isKnown(name.toLowerCase(), op, known))
      .map((name) => ({ name, near: nearest(name.toLowerCase(), known, mostNear) }));
  });
}

function isKnown(name: string, op: Filter["op"], known: ReadonlySet<string>): boolean {
  if (known.has(name)) return true;
  if (op !== "contains") return false;
  for (const one of known) if (one.includes(name)) return true;
  return false;
}
