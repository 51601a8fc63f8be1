/** Reports which agents connect and disconnect. */
export interface ConnectionChanges {
  /** The agent has sent a request. */
  contacted(id: string): void;
  /** The agent has reported that it stops. */
  left(id: string): void;
  /** Reports the agents that are no longer connected. */
  check(): void;
}

export interface ConnectionChange {
  agentId: string;
  isConnected: boolean;
}

/** Agents of an earlier run of the server are reported once they connect to this one. */
export function createConnectionChanges({
  isConnected,
  onChange,
}: {
  /** Of an agent that has contacted this server. */
  isConnected(id: string): boolean;
  onChange(change: ConnectionChange): void;
}): ConnectionChanges {
  const connected = new Set<string>();
  const report = (id: string, isNow: boolean) =>
    onChange({ agentId: id.slice(id.indexOf("/") + 1), isConnected: isNow });
  const left = (id: string) => {
    if (connected.delete(id)) report(id, false);
  };
  return {
    contacted(id) {
      if (connected.has(id)) return;
      connected.add(id);
      report(id, true);
    },
    left,
    check() {
      for (const id of connected) if (!isConnected(id)) left(id);
    },
  };
}
