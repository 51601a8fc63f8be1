/** The properties of Ink's key that the views use. */
export interface Key {
  ctrl?: boolean;
  shift?: boolean;
  tab?: boolean;
  escape?: boolean;
  return?: boolean;
  backspace?: boolean;
  delete?: boolean;
  upArrow?: boolean;
  downArrow?: boolean;
  pageUp?: boolean;
  pageDown?: boolean;
  home?: boolean;
  end?: boolean;
}

/** How many rows a key scrolls. */
export function scrollStep(input: string, key: Key, page: number): number {
  if (key.upArrow || input === "k") return -1;
  if (key.downArrow || input === "j") return 1;
  if (key.pageUp) return -page;
  if (key.pageDown) return page;
  if (key.home || input === "g") return Number.NEGATIVE_INFINITY;
  if (key.end || input === "G") return Number.MAX_SAFE_INTEGER;
  return 0;
}
