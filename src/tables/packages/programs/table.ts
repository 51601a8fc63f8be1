import type { CollectedTable } from "../../model/table.ts";
import { collectPrograms } from "./windows.ts";

/** One installed program a row, by its uninstall key, and one store package; `upgrade_code` is NULL. */
export const programs: CollectedTable = {
  name: "programs",
  description: "Installed programs and store packages.",
  platforms: ["win32"],
  columns: {
    name: "TEXT",
    version: "TEXT",
    install_location: "TEXT",
    install_source: "TEXT",
    language: "TEXT",
    publisher: "TEXT",
    uninstall_string: "TEXT",
    install_date: "TEXT",
    identifying_number: "TEXT",
    package_family_name: "TEXT",
    upgrade_code: "TEXT",
  },
  collect: collectPrograms,
};
