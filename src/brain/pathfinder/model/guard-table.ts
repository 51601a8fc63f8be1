import { type ClientPatterns, parseClientPatterns } from "../../../core/client-patterns.ts";

/** What has to hold for whoever comes over an edge, as its row has it. */
export interface GuardTerms {
  /** A TCP port of the edge's host that has to be reached; null: none. */
  port: number | null;
  /** Client patterns; "": anybody. */
  admits: string;
  /** Of a certificate: whom it names. Of an account: whose certificates it takes. Null: no matter. */
  principals: string | null;
  /** Unix seconds between which it holds; null: no bound. */
  validAfter: number | null;
  validBefore: number | null;
}

export interface Guard extends GuardTerms {
  patterns: ClientPatterns;
  names: ReadonlySet<string> | null;
}

/** Guards by number: most edges share a few. */
export interface GuardTable {
  /** Its number, -1 for one that asks nothing; each hold has to be released. */
  retain(guard: GuardTerms): number;
  release(number: number): void;
  get(number: number): Guard;
}

export const noGuard: GuardTerms = {
  port: null,
  admits: "",
  principals: null,
  validAfter: null,
  validBefore: null,
};

export function createGuardTable(): GuardTable {
  const numbers = new Map<string, number>();
  const keys: string[] = [];
  const guards: Guard[] = [];
  const holds: number[] = [];
  const free: number[] = [];
  const asksNothing = keyOf(noGuard);

  function make(key: string, text: GuardTerms): number {
    const number = free.pop() ?? guards.length;
    numbers.set(key, number);
    keys[number] = key;
    guards[number] = { ...text, patterns: parseClientPatterns(text.admits), names: namesOf(text) };
    holds[number] = 0;
    return number;
  }

  return {
    retain(text) {
      const key = keyOf(text);
      if (key === asksNothing) return -1;
      const number = numbers.get(key) ?? make(key, text);
      holds[number]!++;
      return number;
    },
    release(number) {
      if (number < 0 || --holds[number]! > 0) return;
      numbers.delete(keys[number]!);
      free.push(number);
    },
    get: (number) => guards[number]!,
  };
}

function keyOf({ port, admits, principals, validAfter, validBefore }: GuardTerms): string {
  return JSON.stringify([port, admits, principals, validAfter, validBefore]);
}

function namesOf({ principals }: GuardTerms): Set<string> | null {
  if (principals === null) return null;
  return new Set(
    principals
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  );
}
