import type { ServerResponse } from "node:http";

export interface OpenPoll {
  /** Aborts when the connection closes or the server stops. */
  signal: AbortSignal;
  /** Calls `undo` if the response is not sent completely. */
  onUnsent(undo: () => void): void;
}

/** Open polls: each ends with its connection, all end with the server. */
export interface OpenPolls {
  open(response: ServerResponse): OpenPoll;
  endAll(): void;
  readonly size: number;
}

export function createOpenPolls(): OpenPolls {
  // One controller per poll: a signal derived from the server's would outlive the poll.
  const open = new Set<AbortController>();
  let isEnding = false;
  return {
    open(response) {
      const poll = new AbortController();
      let isSent = false;
      let isClosed = false;
      let onClosedUnsent = () => {};
      open.add(poll);
      // Node emits "finish" also when the connection broke during the response.
      response.prependOnceListener("finish", () => {
        isSent = response.socket?.destroyed === false;
      });
      response.once("close", () => {
        open.delete(poll);
        isClosed = true;
        if (isSent) return;
        poll.abort();
        onClosedUnsent();
      });
      if (isEnding) poll.abort();
      return {
        signal: poll.signal,
        onUnsent(undo) {
          if (isClosed) undo();
          else onClosedUnsent = undo;
        },
      };
    },
    endAll() {
      isEnding = true;
      for (const poll of open) poll.abort();
    },
    get size() {
      return open.size;
    },
  };
}
