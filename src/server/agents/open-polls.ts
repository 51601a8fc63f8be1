import type { ServerResponse } from "node:http";

export interface OpenPoll {
  /** Aborts when the connection is gone, or the server stops. */
  signal: AbortSignal;
  /** Calls `undo` if the answer doesn't leave whole. */
  unlessSent(undo: () => void): void;
}

/** The polls that are open: each ends with its connection, and all with the server. */
export interface OpenPolls {
  open(response: ServerResponse): OpenPoll;
  endAll(): void;
  readonly size: number;
}

export function createOpenPolls(): OpenPolls {
  // One controller a poll: a signal made of the server's would stay with it long after the poll.
  const open = new Set<AbortController>();
  let isEnding = false;
  return {
    open(response) {
      const poll = new AbortController();
      let isSent = false;
      let isClosed = false;
      let onLost = () => {};
      open.add(poll);
      // Node calls an answer finished, too, when its connection broke in the middle of it.
      response.prependOnceListener("finish", () => {
        isSent = response.socket?.destroyed === false;
      });
      response.once("close", () => {
        open.delete(poll);
        isClosed = true;
        if (isSent) return;
        poll.abort();
        onLost();
      });
      if (isEnding) poll.abort();
      return {
        signal: poll.signal,
        unlessSent(undo) {
          if (isClosed) undo();
          else onLost = undo;
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
