import type { CollectedTable } from "../model/table.ts";
import { chromeExtensions } from "./chrome-extensions.ts";

/** A table of older osquery, which packs still read; newer ones have its rows in `chrome_extensions`. */
export const operaExtensions: CollectedTable = {
  name: "opera_extensions",
  description: "Extensions of Opera.",
  platforms: ["linux"],
  columns: {
    uid: "BIGINT",
    name: "TEXT",
    identifier: "TEXT",
    version: "TEXT",
    description: "TEXT",
    locale: "TEXT",
    update_url: "TEXT",
    author: "TEXT",
    persistent: "INTEGER",
    path: "TEXT",
  },
  async collect(host) {
    const { rows, gaps } = await chromeExtensions.collect(host);
    const ofOpera = rows.filter(({ browser_type }) => browser_type === "opera");
    return {
      rows: ofOpera.map((row) => ({
        uid: row.uid,
        name: row.name,
        identifier: row.identifier,
        version: row.version,
        description: row.description,
        locale: row.default_locale,
        update_url: row.update_url,
        author: row.author,
        persistent: row.persistent,
        path: row.path,
      })),
      gaps,
    };
  },
};
