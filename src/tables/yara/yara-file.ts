import type { PushDownTable } from "../model/table.ts";
import { yara } from "./yara.ts";

/** The newer name that osquery has for `yara`. */
export const yaraFile: PushDownTable = { ...yara, name: "yara_file" };
