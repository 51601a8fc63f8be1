import { escapeControl } from "../../core/escape-control.ts";
import { blocks, paragraphs } from "../text/section.ts";
import { paint } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import type { View } from "./view.ts";

export interface TableDescription {
  name: string;
  description: string;
  platforms: string[];
  columns: { name: string; type: string }[];
  required: string[];
  /** Whether it exists on this machine's platform. */
  here: boolean;
}

/** Every table with its description; tables of other platforms are marked. */
export const tableListView: View<TableDescription[]> = {
  plain: (tables, style) => {
    const rows = tables.map(({ name, here, description }) => [
      name,
      here ? "yes" : "no",
      description,
    ]);
    return renderTable({ columns: ["table", "here", "description"], rows }, style);
  },
};

/** One table and its columns. */
export const tableView: View<TableDescription> = {
  plain: (table, style) => {
    const rows = table.columns.map(({ name, type }) => [
      name,
      type.toLowerCase(),
      table.required.includes(name) ? "required in WHERE" : "",
    ]);
    const where = `${table.name}: ${table.platforms.join(", ")}`;
    return blocks(
      [paint(style, "bold", escapeControl(where)), ...paragraphs(table.description, style)],
      renderTable({ columns: ["column", "type", ""], rows }, style),
    );
  },
};
