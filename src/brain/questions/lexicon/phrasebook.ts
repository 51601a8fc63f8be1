import type { Phrasebook } from "../model/reader.ts";
import type { Span, Token } from "../model/types.ts";
import { stem } from "../text/stem.ts";

interface Node<T> {
  next: Map<string, Node<T>>;
  value?: T;
}

/** The stems of a wording; a hyphen joins words unless it is all there is. */
export function stemsOf(phrase: string): string[] {
  if (phrase === "-") return [phrase];
  const stems: string[] = [];
  for (const word of phrase.toLowerCase().split(/[\s-]/)) if (word) stems.push(stem(word));
  return stems;
}

/** Builds the lookup; the first meaning given to a phrase stays. */
export function phrasebook<T>(entries: Iterable<[phrase: string, value: T]>): Phrasebook<T> {
  const root: Node<T> = { next: new Map() };
  for (const [phrase, value] of entries) {
    let node = root;
    for (const part of stemsOf(phrase)) {
      const next = node.next.get(part) ?? { next: new Map() };
      node.next.set(part, next);
      node = next;
    }
    if (node !== root) node.value ??= value;
  }
  return {
    at: (tokens, start) => longest(root, tokens, start),
    all: (tokens) => every(root, tokens),
  };
}

function longest<T>(root: Node<T>, tokens: Token[], start: number): Span<T> | null {
  let node: Node<T> | undefined = root;
  let found: Span<T> | null = null;
  for (let end = start; end < tokens.length; end += 1) {
    node = node.next.get(tokens[end]?.stem ?? "");
    if (!node) break;
    if (node.value !== undefined) found = { start, end: end + 1, value: node.value };
  }
  return found;
}

function every<T>(root: Node<T>, tokens: Token[]): Span<T>[] {
  const spans: Span<T>[] = [];
  for (let start = 0; start < tokens.length; ) {
    const span = longest(root, tokens, start);
    if (span) spans.push(span);
    start = span?.end ?? start + 1;
  }
  return spans;
}
