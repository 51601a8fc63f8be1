/** Admits uploads before their bodies are read, so that those that wait take no memory. */
export interface UploadGate {
  /** Resolves when the upload may be read, or rejects when `signal` aborts; the result ends it. */
  enter(upload: Upload): Promise<() => void>;
}

export interface Upload {
  agent: string;
  /** The API key that the agent uses. */
  key: string;
  /** The size of the body as sent; its limit if that is not known. */
  bytes: number;
  signal: AbortSignal;
}

interface Lane {
  bytes: number;
  agents: Set<string>;
  waiting: { upload: Upload; start: () => void }[];
}

/** One upload per agent at a time, and `bytesPerKey` for all agents that share a key. */
export function createUploadGate({ bytesPerKey }: { bytesPerKey: number }): UploadGate {
  const lanes = new Map<string, Lane>();

  const mayStart = (lane: Lane, { agent, bytes }: Upload) =>
    !lane.agents.has(agent) && (lane.agents.size === 0 || lane.bytes + bytes <= bytesPerKey);

  function begin(lane: Lane, { key, agent, bytes }: Upload): () => void {
    lane.agents.add(agent);
    lane.bytes += bytes;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      lane.agents.delete(agent);
      lane.bytes -= bytes;
      startWaiting(lane);
      if (lane.agents.size === 0) lanes.delete(key);
    };
  }

  /** In order of arrival; an agent that is busy, or an upload that is too large for now, is passed over. */
  function startWaiting(lane: Lane): void {
    for (const next of [...lane.waiting]) if (mayStart(lane, next.upload)) next.start();
  }

  return {
    enter(upload) {
      const lane = lanes.get(upload.key) ?? { bytes: 0, agents: new Set(), waiting: [] };
      lanes.set(upload.key, lane);
      if (mayStart(lane, upload)) return Promise.resolve(begin(lane, upload));
      return new Promise((resolve, reject) => {
        const leave = () => {
          lane.waiting.splice(lane.waiting.indexOf(entry), 1);
          upload.signal.removeEventListener("abort", abort);
        };
        const abort = () => {
          leave();
          reject(new Error("the client closed the connection"));
        };
        const start = () => {
          leave();
          resolve(begin(lane, upload));
        };
        const entry = { upload, start };
        lane.waiting.push(entry);
        upload.signal.addEventListener("abort", abort, { once: true });
      });
    },
  };
}
