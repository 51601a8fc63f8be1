import type { Client } from "../../client/types.ts";
import { escapeControl } from "../../core/escape-control.ts";

/** Names and questions of an estate, which completion offers. */
export interface ShellWords {
  hosts: string[];
  /** As `key=value`. */
  tags: string[];
  /** Questions asked before, newest first. */
  questions: string[];
}

type WordClient = Pick<Client, "agents" | "list">;

interface WordOptions {
  now: () => number;
  /** The person is waiting for the completion. */
  patienceMs?: number;
}

const freshMs = 60_000;
const recentQuestions = 50;
const noWords: ShellWords = { hosts: [], tags: [], questions: [] };

/** A function that returns the words of a server, at most a minute old; none before they arrive. */
export function wordsOf(
  client: WordClient,
  { now, patienceMs = 300 }: WordOptions,
): () => Promise<ShellWords> {
  let known = noWords;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;
  const refresh = async () => {
    const words = await fetchWords(client).catch(() => known);
    known = words;
    fetchedAt = now();
    fetching = undefined;
  };
  return async () => {
    if (now() - fetchedAt < freshMs) return known;
    fetching ??= refresh();
    await orAfter(patienceMs, fetching);
    return known;
  };
}

async function fetchWords(client: WordClient): Promise<ShellWords> {
  const [agents = [], page] = await Promise.all([
    firstOf(client.agents({})),
    firstOf(client.list({ limit: recentQuestions })),
  ]);
  const tags = agents.flatMap((agent) =>
    Object.entries(agent.tags).map(([key, value]) => `${key}=${value}`),
  );
  return {
    hosts: names(agents.map(({ hostname }) => hostname)),
    tags: names(tags),
    questions: plain(page?.investigations.map(({ query }) => query) ?? []),
  };
}

async function firstOf<T>(pages: AsyncGenerator<T>): Promise<T | undefined> {
  for await (const page of pages) return page;
  return undefined;
}

/** Names come from hosts: one that could drive the terminal is not completed. */
const plain = (texts: string[]) =>
  [...new Set(texts)].filter((text) => escapeControl(text) === text);

const names = (texts: string[]) =>
  plain(texts)
    .filter((text) => !/\s/.test(text))
    .sort();

async function orAfter(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
