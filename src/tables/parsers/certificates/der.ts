/** A value in DER (X.690): its tag and the bounds of its content. */
export interface DerElement {
  tag: number;
  content: number;
  end: number;
}

/** The element at an offset; undefined when it doesn't fit. */
export function elementAt(der: Buffer, at: number): DerElement | undefined {
  const tag = der[at];
  const first = der[at + 1];
  if (tag === undefined || first === undefined) return undefined;
  const size = first < 0x80 ? 0 : first & 0x7f;
  const content = at + 2 + size;
  if (first === 0x80 || size > 4 || content > der.length) return undefined;
  const end = content + (size === 0 ? first : der.readUIntBE(at + 2, size));
  return end > der.length ? undefined : { tag, content, end };
}

/** The elements inside another one, as far as they can be read. */
export function elementsIn(der: Buffer, { content, end }: DerElement): DerElement[] {
  const found: DerElement[] = [];
  for (let at = content; at < end; ) {
    const next = elementAt(der, at);
    if (!next || next.end > end) break;
    found.push(next);
    at = next.end;
  }
  return found;
}

/**
 * Base-128 digits, with the high bit set on all but the last; the first number holds two arcs
 * (X.690, 8.19).
 */
export function dottedOid(bytes: Buffer): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of bytes) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    }
  }
  const [head = 0, ...rest] = numbers;
  const first = Math.min(2, Math.floor(head / 40));
  return [first, head - first * 40, ...rest].join(".");
}
