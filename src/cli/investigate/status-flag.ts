import { Flags } from "@oclif/core";
import { investigationStatuses } from "../../contract/enums.ts";

export const statusFlag = Flags.option({ options: investigationStatuses });
