import type { Service } from "./definition/tool.ts";

interface OpenService extends Service {
  close(): Promise<void>;
}

/** A service that calls share. */
export interface SharedService {
  use<T>(work: (service: Service) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface ServiceUse {
  opening: Promise<OpenService>;
  users: number;
  /** Known once it is open. */
  kind?: Service["kind"];
  idle?: NodeJS.Timeout;
  /** No further call takes it. */
  spent: boolean;
  closing?: Promise<void>;
}

/**
 * Opens the service at the first call. A server is discovered again at each burst of calls, since it
 * may have moved; a backend in this process stays open for a while and then releases the data folder
 * for other commands.
 */
export function shareService(options: {
  open: () => Promise<OpenService>;
  idleMs: number;
}): SharedService {
  let held: ServiceUse | undefined;
  /** Two backends can't be in one data folder: the next opens once the last has closed. */
  let closed: Promise<void> = Promise.resolve();

  const take = (): ServiceUse => {
    if (!held || held.spent) {
      held = { opening: closed.then(options.open), users: 0, spent: false };
    }
    clearTimeout(held.idle);
    held.users++;
    return held;
  };
  const release = (holding: ServiceUse): Promise<void> => {
    holding.spent = true;
    clearTimeout(holding.idle);
    holding.closing ??= closeOf(holding);
    closed = holding.closing;
    return closed;
  };
  const give = (holding: ServiceUse) => {
    holding.users--;
    if (holding.users > 0) return;
    if (holding.spent || holding.kind !== "embedded") void release(holding);
    else holding.idle = setTimeout(() => void release(holding), options.idleMs).unref();
  };
  return {
    async use(work) {
      const holding = take();
      try {
        return await work(await opened(holding));
      } finally {
        give(holding);
      }
    },
    close: () => (held ? release(held) : closed),
  };
}

async function opened(holding: ServiceUse): Promise<OpenService> {
  const service = await holding.opening;
  holding.kind = service.kind;
  return service;
}

/** A service that failed to open needs no closing; a failure to close can be ignored. */
async function closeOf({ opening }: ServiceUse): Promise<void> {
  try {
    await (await opening).close();
  } catch {
    // The call that opened it has reported the error.
  }
}
