/** A fleet's plan differs by platform. */
const maxKnown = 4;

/**
 * A function that remembers its last results for lists of equal items, such as a plan's statements:
 * half a megabyte is sent to hundreds of hosts, and comparing it takes microseconds. Items are
 * records of texts and numbers.
 */
export function cachedByItems<Item extends object, Result>(
  make: (items: readonly Item[]) => Result,
): (items: readonly Item[]) => Result {
  const known: { items: readonly Item[]; result: Result }[] = [];
  return (items) => {
    const before = known.find((one) => areEqual(one.items, items));
    if (before) return before.result;
    const made = { items: [...items], result: make(items) };
    known.unshift(made);
    known.length = Math.min(known.length, maxKnown);
    return made.result;
  };
}

const areEqual = <Item extends object>(known: readonly Item[], items: readonly Item[]): boolean =>
  known.length === items.length && items.every((item, at) => isSame(known[at]!, item));

function isSame<Item extends object>(known: Item, item: Item): boolean {
  if (known === item) return true;
  const keys = Object.keys(item) as (keyof Item)[];
  return keys.length === Object.keys(known).length && keys.every((key) => known[key] === item[key]);
}
