import { AppError } from "../../core/errors.ts";
import { ownValue } from "../../core/own-value.ts";

/** The next step with inquest's commands and flags, by error code; `code:subject` is more specific. */
const hints: Readonly<Record<string, string>> = {
  backup_unreadable: "Check that the file is a complete backup made by `inquest server backup`.",
  data_dir_in_use: "Stop that process, or choose another folder with --data-dir.",
  data_dir_not_empty: "Choose a new folder with --data-dir, or move the existing one away.",
  data_dir_untrusted:
    "Run the command as the folder's owner, correct the owner with chown, or choose another folder with --data-dir.",
  data_dir_unusable: "Choose another folder with --data-dir, or make this one writable.",
  database_not_empty:
    "Create another database for the copy. To copy this one to a data folder, run `inquest server export`.",
  database_too_old: "Run `inquest server migrate` first.",
  no_secret_key:
    "Copy it from the data folder of a server with the same records, or restore it from a backup.",
  "not_found:account": "List the accounts with `inquest server accounts list`.",
  "not_found:data folder": "Pass its path with --data-dir, or create one with `inquest server`.",
  "not_found:key": "List the keys with `inquest server keys list`.",
  "other_secret_key:database":
    "Pass the data folder of a server over the database with --database-keys.",
  output_failed: "Choose another file with --output.",
  server_unreachable: "Check --server and that the server is running (inquest server status).",
  store_damaged: "Run `inquest server doctor` to inspect and repair it.",
  unsupported_platform: "Start `inquest agents run` with the platform's own service manager.",
};

/** The error with the command that helps, unless it has a hint already: only the CLI knows commands. */
export function withCommandHint(error: AppError): AppError {
  const hint = ownValue(hints, `${error.code}:${error.subject}`) ?? ownValue(hints, error.code);
  if (error.hint !== undefined || hint === undefined) return error;
  const { code, message, status, kind, cause, issues, missingScope, requestId } = error;
  const { retryAfterSeconds, subject } = error;
  const rest = { status, kind, cause, issues, missingScope, requestId, retryAfterSeconds, subject };
  return new AppError(code, message, { hint, ...rest });
}
