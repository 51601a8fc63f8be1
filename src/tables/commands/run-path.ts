/** A path that a command runs; `executed` by the kernel, not read by an interpreter. */
export interface RunPath {
  path: string;
  executed: boolean;
  /** What decides whether the command gets to it; null: it does. */
  awaits: string | null;
  /** The account it runs as, where the command changes it ("runuser -u bob"). */
  account?: string;
}

/** Each path once for each account; one that is also read runs without being executable. */
export function distinctPaths(paths: RunPath[]): RunPath[] {
  const known = new Map<string, RunPath>();
  for (const one of paths) {
    const path = one.path.replace(/(?<=.)\/+$/, "");
    const key = `${one.account ?? ""}\n${path}`;
    const before = known.get(key) ?? one;
    known.set(key, {
      ...one,
      path,
      executed: one.executed && before.executed,
      awaits: before.awaits === null ? null : one.awaits,
    });
  }
  return [...known.values()];
}
