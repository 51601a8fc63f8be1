import { connect, type Socket } from "node:net";

/** The delay before the next address is tried in parallel (RFC 8305, section 8). */
const attemptDelayMs = 250;

/** Limits the connections that a name with many addresses can cause. */
const maxAddresses = 6;

/** Connects to the first of these addresses that accepts. Does not resolve names. */
export function connectTcp(all: string[], port: number, signal: AbortSignal): Promise<Socket> {
  const addresses = all.slice(0, maxAddresses);
  return new Promise((resolve, reject) => {
    const racing = new Set<Socket>();
    let timer: NodeJS.Timeout;
    let firstError: Error | undefined;

    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      for (const socket of racing) socket.destroy();
    };
    const fail = (error: unknown) => {
      end();
      reject(error);
    };
    const onAbort = () => fail(signal.reason);
    const win = (socket: Socket) => {
      racing.delete(socket);
      end();
      resolve(socket);
    };
    const tryNext = () => {
      clearTimeout(timer);
      const host = addresses.shift();
      if (host === undefined) return racing.size === 0 ? fail(firstError) : undefined;
      const socket = connect({ host, port, noDelay: true });
      racing.add(socket);
      socket
        .once("connect", () => win(socket))
        .on("error", (error) => {
          firstError ??= error;
          if (racing.delete(socket)) tryNext();
        });
      timer = setTimeout(tryNext, attemptDelayMs);
    };

    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort);
    tryNext();
  });
}
