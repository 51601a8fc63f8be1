import { type ClientPatterns, parseClientPatterns } from "../../../core/client-patterns.ts";

/** The conditions for walking an edge, from its row. */
export interface GuardTerms {
  /** A TCP port of the edge's host that the source has to reach; null: none. */
  port: number | null;
  /** Client patterns; "": any client. */
  admits: string;
  /** The principals of a certificate, or those that an account accepts; null: neither. */
  principals: string | null;
  /** The validity period in Unix seconds; null: unbounded. */
  validAfter: number | null;
  validBefore: number | null;
}

export interface Guard extends GuardTerms {
  patterns: ClientPatterns;
  names: ReadonlySet<string> | null;
}

/** Guards by number, with reference counts: most edges share a few. */
export interface GuardTable {
  /** The guard's number, or -1 if it has no condition; each retain needs a release. */
  retain(guard: GuardTerms): number;
  release(number: number): void;
  get(number: number): Guard;
  inUse(): Iterable<Guard>;
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
    inUse: () => Array.from(numbers.values(), (number) => guards[number]!),
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
