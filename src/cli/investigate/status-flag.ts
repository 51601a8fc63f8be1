import { Flags } from "@oclif/core";
import { investigationStatuses } from "../../contract/words.ts";

export const statusFlag = Flags.option({ options: investigationStatuses });
