/** A path that a command runs; `executed` by the kernel, not read by an interpreter. */
export interface RunPath {
  path: string;
  executed: boolean;
  /** What decides whether the command gets to it; null: it does. */
  awaits: string | null;
  /** The account it runs as, where the command changes it ("runuser -u bob"). */
  account?: string;
  /** Why it gives nothing, though it looks as if it did. */
  barred?: string;
  /** The only account that gains something: a file is given to it. */
  gainer?: string;
  /** What gives root is that it writes elsewhere, which a sandbox may prevent. */
  writes?: boolean;
}

/**
 * Each path once for each account; one that is also read runs without being executable, and one that is
 * barred in one place counts if it isn't in another.
 */
export function distinctPaths(paths: RunPath[]): RunPath[] {
  const known = new Map<string, RunPath>();
  for (const one of paths) {
    const path = one.path.replace(/(?<=.)\/+$/, "");
    const key = `${one.account ?? ""}\n${one.gainer ?? ""}\n${path}`;
    const other = known.get(key) ?? one;
    if (isBarred(other) !== isBarred(one))
      known.set(key, isBarred(other) ? { ...one, path } : other);
    else
      known.set(key, {
        ...one,
        path,
        executed: one.executed && other.executed,
        awaits: other.awaits === null ? null : one.awaits,
      });
  }
  return [...known.values()];
}

const isBarred = ({ barred }: RunPath): boolean => barred !== undefined;
