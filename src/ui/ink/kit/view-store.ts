type Change<State> = (state: State) => State;

/** State outside a view that the view follows. */
export interface ViewStore<State> {
  get(): State;
  /** Changes the state and draws at once, for keys. */
  set(change: Change<State>): void;
  /** Changes the state and draws within a tenth of a second, for data that may arrive in bursts. */
  setSoon(change: Change<State>): void;
  subscribe(listener: () => void): () => void;
}

/** Ten frames a second look smooth; a frame for each update would take all the time there is. */
const frameMs = 100;

export function createViewStore<State>(first: State): ViewStore<State> {
  let state = first;
  let nextFrame: NodeJS.Timeout | undefined;
  const pending: Change<State>[] = [];
  const listeners = new Set<() => void>();
  const publish = () => {
    clearTimeout(nextFrame);
    nextFrame = undefined;
    for (const change of pending.splice(0)) state = change(state);
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    set(change) {
      pending.push(change);
      publish();
    },
    setSoon(change) {
      pending.push(change);
      nextFrame ??= setTimeout(publish, frameMs);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(nextFrame);
      };
    },
  };
}
