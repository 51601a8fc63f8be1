import { connect, type Socket } from "node:net";

/** How long an address is tried alone before the next one is, too (RFC 8305, section 8). */
const headStartMs = 250;

/** A name may have any number of addresses; nobody is to be made to knock at all of them. */
const maxAddresses = 6;

/** A connection to the first of these addresses that takes one; they are not looked up again. */
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
      timer = setTimeout(tryNext, headStartMs);
    };

    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort);
    tryNext();
  });
}
