/** What the change of one host touched in the graph. */
export interface HostChange {
  /** The slot of the host. */
  slot: number;
  /** The slots of the host and of all hosts that it had a connection with, before or after. */
  connected: number[];
  /** Edges that were added or removed, and those whose port is on the host. */
  edges: number[];
  /** The nodes at both ends of these edges, and the host's accounts. */
  nodes: number[];
  /** Whether a subnet began or ceased to have an address twice: that may matter to every host. */
  changesSubnets: boolean;
}

/** The last changes of hosts, so that what was derived from all of them can be mended. */
export interface ChangeLog {
  /** The number of changes so far. */
  readonly revision: number;
  add(change: HostChange): void;
  /** The changes after `revision`; null if there were too many to keep. */
  since(revision: number): readonly HostChange[] | null;
}

/** A change has some hundred edges. */
const maxKept = 500;

export function createChangeLog(): ChangeLog {
  const kept: HostChange[] = [];
  let revision = 0;
  return {
    get revision() {
      return revision;
    },
    add(change) {
      revision++;
      kept.push(change);
      if (kept.length > maxKept) kept.shift();
    },
    since(earlier) {
      const count = revision - earlier;
      return count > kept.length ? null : kept.slice(kept.length - count);
    },
  };
}
