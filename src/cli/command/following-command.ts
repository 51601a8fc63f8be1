import { jsonText } from "../../core/json-text.ts";
import { exitCodeOf } from "../errors/exit-codes.ts";
import { errorJson, toAppError } from "../terminal/report-error.ts";
import { InquestCommand } from "./base-command.ts";

/** A command that prints one JSON object per line with --json, its final error included. */
export abstract class FollowingCommand extends InquestCommand {
  protected override async catch(error: unknown): Promise<void> {
    const appError = toAppError(error);
    if (!this.settings.json || appError.kind === "done") return super.catch(error);
    this.print(jsonText(errorJson(appError)));
    process.exitCode = exitCodeOf(appError);
  }
}
