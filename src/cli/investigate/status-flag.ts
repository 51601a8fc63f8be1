import * as Flags from "@oclif/core/flags";
import { investigationStatuses } from "../../contract/enums.ts";

export const statusFlag = Flags.option({ options: investigationStatuses });
