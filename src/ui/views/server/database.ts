import { escapeControl } from "../../../core/escape-control.ts";
import { paint } from "../../text/style.ts";
import { wrapText } from "../../text/text-width.ts";
import type { Style, View } from "../view.ts";

/** Versions of a database's tables; 0 when it was empty. */
interface Migration {
  from: number;
  to: number;
}

export const migrationView: View<Migration> = {
  plain: ({ from, to }) => {
    if (from === to) return [`The tables already have version ${to}.`];
    return [
      from === 0
        ? `Created the tables (version ${to}).`
        : `Migrated the tables from version ${from} to ${to}.`,
    ];
  },
};

interface Check {
  about: string;
  ok: boolean;
  found: string;
  next: string | null;
}

/** The result of checking what a server over a database needs. */
export const databaseChecksView: View<{ checks: Check[] }> = {
  plain: ({ checks }, style) => checks.flatMap((check) => checkLines(check, style)),
};

function checkLines({ about, ok, found, next }: Check, style: Style): string[] {
  const sentences = [found, ...(next === null ? [] : [next])].join(" ");
  const lines = wrapText(escapeControl(`${about}: ${sentences}`), style.width);
  return ok ? lines : lines.map((line) => paint(style, "red", line));
}
