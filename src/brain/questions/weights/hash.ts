const known = new Map<string, number>();
/** Features of texts come again and again; those of questions must not fill the memory. */
const maxKnown = 60_000;

/** A text as 32 bits (FNV-1a). */
export function hashText(text: string): number {
  const before = known.get(text);
  if (before !== undefined) return before;
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  if (known.size < maxKnown) known.set(text, hash >>> 0);
  return hash >>> 0;
}

/** A feature: what it describes (`name`) and up to three values, as 32 bits. */
export function feature(name: number, a: number, b = 0, c = 0): number {
  let hash = Math.imul(name ^ Math.imul(a, 0x85ebca6b), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15) ^ Math.imul(b, 0x27d4eb2f), 0x165667b1);
  hash = Math.imul(hash ^ (hash >>> 13) ^ Math.imul(c, 0x9e3779b1), 0x2c1b3c6d);
  return (hash ^ (hash >>> 16)) >>> 0;
}
