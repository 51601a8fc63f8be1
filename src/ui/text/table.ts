import { paint, type Style } from "./style.ts";
import {
  type Column,
  chooseColumns,
  columnGap,
  layOutTable,
  type TableData,
} from "./table-layout.ts";
import { padText, textWidth, truncateText } from "./text-width.ts";

const gap = " ".repeat(columnGap);

/** Rows under aligned headings that fit the width, or one record below the other if they can't. */
export function renderTable(data: TableData, style: Style): string[] {
  const chosen = chooseColumns(data, style);
  const columns = layOutTable(data, style, chosen);
  if (columns === null) return renderRecords(chosen, data.rows.length, style);
  const heads = columns.map(({ name, width, align }) => fitText(name, width, align));
  const cells = columns.map((column) => column.texts.map((text) => fitCell(text, column, style)));
  return [
    paint(style, "dim", heads.join(gap).trimEnd()),
    ...data.rows.map((_, row) =>
      cells
        .map((column) => column[row])
        .join(gap)
        .trimEnd(),
    ),
  ];
}

function fitText(text: string, width: number, align: Column["align"]): string {
  return padText(truncateText(text, width), width, align);
}

/** The padding stays outside the colour. */
function fitCell(text: string, { width, align, paint: paintOf }: Column, style: Style): string {
  const cell = fitText(text, width, align);
  const shown = cell.trim();
  const colour = shown && paintOf?.(shown);
  return colour ? cell.replace(shown, () => paint(style, colour, shown)) : cell;
}

function renderRecords(columns: Column[], count: number, style: Style): string[] {
  const nameWidth = Math.max(...columns.map(({ name }) => textWidth(name)));
  const line = ({ name, texts }: Column, row: number) => {
    const text = truncateText(texts[row]!, style.width - nameWidth - gap.length);
    return `${paint(style, "dim", padText(name, nameWidth))}${gap}${text}`.trimEnd();
  };
  return Array.from({ length: count }, (_, row) => [
    ...(row > 0 ? [""] : []),
    ...columns.map((column) => line(column, row)),
  ]).flat();
}
