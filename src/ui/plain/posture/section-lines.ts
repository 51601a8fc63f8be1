import { indent } from "../../text/section.ts";
import { paint, type Style } from "../../text/style.ts";

interface SectionTerms<Item> {
  items: Item[];
  lines(item: Item): string[];
  /** The number of items to show unless everything is shown. */
  most: number;
  /** The number of items that exist, where the posture has only some of them. */
  total?: number;
  style: Style;
}

/** A heading with the first items below it; nothing without items. */
export function sectionLines<Item>(
  heading: string,
  { items, lines, most, total = items.length, style }: SectionTerms<Item>,
): string[] {
  if (items.length === 0) return [];
  const listed = style.full ? items : items.slice(0, most);
  const hidden = total - listed.length;
  return [
    paint(style, "bold", heading),
    ...indent(listed.flatMap(lines)),
    ...(hidden > 0 ? [paint(style, "dim", `  … ${hidden} more`)] : []),
  ];
}
