import type { CollectedTable } from "../../model/table.ts";
import { collectPatches } from "./windows.ts";

/** One update a row, of those that Windows can undo; store and driver updates are none. */
export const patches: CollectedTable = {
  name: "patches",
  description: "Updates of Windows that are installed.",
  platforms: ["win32"],
  columns: {
    csname: "TEXT",
    hotfix_id: "TEXT",
    caption: "TEXT",
    description: "TEXT",
    fix_comments: "TEXT",
    installed_by: "TEXT",
    install_date: "TEXT",
    installed_on: "TEXT",
  },
  collect: collectPatches,
};
