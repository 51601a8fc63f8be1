/** What a scene has started, ended in the opposite order. */
export interface CleanUp {
  add(end: () => unknown): void;
  run(): Promise<void>;
}

export function createCleanUp(): CleanUp {
  const ends: (() => unknown)[] = [];
  return {
    add: (end) => void ends.push(end),
    async run() {
      for (const end of ends.splice(0).reverse()) await end();
    },
  };
}
