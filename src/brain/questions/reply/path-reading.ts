import type { PathEnd, PathMode, PathQuestion, Reading } from "../../../contract/reading.ts";
import { pathConditions } from "../../text/path-conditions.ts";
import { emptyReading } from "./empty-reading.ts";

const endText = ({ kind, name, host, tags, user, priv }: PathEnd): string => {
  const tagged = Object.entries(tags ?? {}).map(([key, value]) => `${key}=${value}`);
  const what =
    name ??
    (tagged.length > 0
      ? `hosts tagged ${tagged.join(", ")}`
      : kind === "any"
        ? "anywhere"
        : `any ${kind}`);
  if (kind === "key" && user && !name) return `${user}'s key${host ? ` on ${host}` : ""}`;
  if (kind === "user" && host) return `${what} on ${host}`;
  const as = user ?? (priv === "root" || priv === "admin" ? priv : null);
  return as ? `${as} on ${what}` : what;
};

const subjectOf: Record<PathMode, string> = {
  find: "Paths",
  reach: "Paths",
  inbound: "Paths",
  count: "The number of paths",
  shortest: "The shortest path",
  all: "Every path",
  choke_point: "The fixes that cut the most paths",
  exists: "Whether there is a path",
  what_if: "Whether there is a path",
  rank: "The riskiest paths",
};

function pathText(path: PathQuestion): string {
  const ends = `from ${endText(path.from)} to ${endText(path.to)}`;
  return `${[`${subjectOf[path.mode]} ${ends}`, ...pathConditions(path)].join(", ")}.`;
}

/** Detections of local privilege escalation, most reliable first. */
const givesRoot = [
  "nopasswd_sudo",
  "sudo_shell_escape",
  "sudo_writable_target",
  "docker_group",
  "world_writable_root_script",
  "writable_service_unit",
  "setuid_writable",
  "file_capabilities_dangerous",
  "writable_path_dir",
];

/** "who can become root on web-1" concerns the host's own accounts as much as paths from elsewhere. */
const asksForRoot = ({ from, to, mode, avoid, via, max_hops }: PathQuestion) =>
  mode === "inbound" &&
  !(avoid || via || max_hops) &&
  (from.kind === "any" || from.kind === "user") &&
  (to.priv === "root" || to.priv === "admin" || (to.kind === "user" && to.name === "root"));

/** Paths alone, or with the detections that show who can become root. */
export function pathReading(path: PathQuestion, known: ReadonlySet<string>): Reading {
  const both = asksForRoot(path);
  const { name, tags } = path.to;
  const why = both
    ? "Answered by path analysis, and by checks for privilege escalation on the host itself."
    : "Answered by path analysis.";
  return {
    ...emptyReading(),
    route: both ? ["pathfinder", "detections"] : ["pathfinder"],
    detections: both ? givesRoot.filter((id) => known.has(id)) : [],
    hosts: both && path.to.kind === "host" && name ? [name] : [],
    tags: both && tags ? tags : {},
    path,
    confidence: path.from.kind === "any" && path.to.kind === "any" ? 0.6 : 0.85,
    text: `${pathText(path)} ${why}`,
  };
}
