/** Commands and topics by task; those in no group come last, as `More`. */
export const jobGroups: readonly { title: string; names: readonly string[] }[] = [
  { title: "Ask", names: ["investigate", "audit", "curiosity", "detections"] },
  { title: "Manage agents", names: ["agents"] },
  { title: "Integrate other systems", names: ["webhooks", "mcp"] },
  { title: "Run and monitor a server", names: ["server", "top"] },
  { title: "Use a remote server", names: ["login", "profiles", "logout"] },
];

/** The given names by group, in the order of the groups. */
export function byJob(names: string[]): { title: string; names: string[] }[] {
  const grouped = jobGroups.map(({ title, names: wanted }) => ({
    title,
    names: wanted.filter((name) => names.includes(name)),
  }));
  const known = new Set(grouped.flatMap((group) => group.names));
  const rest = { title: "More", names: names.filter((name) => !known.has(name)) };
  return [...grouped, rest].filter((group) => group.names.length > 0);
}
