import type { View } from "../view.ts";

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
