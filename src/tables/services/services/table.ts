import type { CollectedTable } from "../../model/table.ts";
import { collectServices } from "./windows.ts";

/** One service a row, drivers left out. */
export const services: CollectedTable = {
  name: "services",
  description: "Services: their program, account, state and start.",
  platforms: ["win32"],
  columns: {
    name: "TEXT",
    service_type: "TEXT",
    display_name: "TEXT",
    status: "TEXT",
    pid: "INTEGER",
    start_type: "TEXT",
    win32_exit_code: "INTEGER",
    service_exit_code: "INTEGER",
    path: "TEXT",
    module_path: "TEXT",
    description: "TEXT",
    user_account: "TEXT",
  },
  collect: collectServices,
};
