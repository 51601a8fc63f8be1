import type { CollectedTable } from "../../model/table.ts";
import { collectHomebrewPackages } from "./darwin.ts";

export const homebrewPackages: CollectedTable = {
  name: "homebrew_packages",
  description: "Formulas and casks that Homebrew has installed.",
  platforms: ["darwin"],
  columns: {
    name: "TEXT",
    path: "TEXT",
    version: "TEXT",
    type: "TEXT",
    auto_updates: "INTEGER",
    app_name: "TEXT",
    prefix: "TEXT",
  },
  collect: collectHomebrewPackages,
};
