/** Commands and topics by what somebody wants to do; what no group names comes last, as `More`. */
export const jobGroups: readonly { title: string; names: readonly string[] }[] = [
  { title: "Ask", names: ["investigate", "curiosity"] },
  { title: "Look after the hosts that answer", names: ["agents"] },
  { title: "Tell other systems", names: ["webhooks", "mcp"] },
  { title: "Run a server, and watch it", names: ["server", "top"] },
  { title: "Work with a server elsewhere", names: ["login", "profiles", "logout"] },
];

/** What there is, by job; `names` in the order that they are listed in otherwise. */
export function byJob(names: string[]): { title: string; names: string[] }[] {
  const grouped = jobGroups.map(({ title, names: wanted }) => ({
    title,
    names: wanted.filter((name) => names.includes(name)),
  }));
  const known = new Set(grouped.flatMap((group) => group.names));
  const rest = { title: "More", names: names.filter((name) => !known.has(name)) };
  return [...grouped, rest].filter((group) => group.names.length > 0);
}
