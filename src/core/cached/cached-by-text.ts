const maxKnown = 1_000;
const maxLength = 64 << 10;

/**
 * A function that remembers its results, for texts that come again and again: agents of one process
 * are sent the same plan. Forgets all of them when there are too many; long texts are not kept.
 */
export function cachedByText<Result>(make: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    if (text.length > maxLength) return made;
    if (known.size >= maxKnown) known.clear();
    known.set(text, made);
    return made;
  };
}
