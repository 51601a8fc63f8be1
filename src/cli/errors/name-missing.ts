import { AppError } from "../../core/errors.ts";
import { escapeControl } from "../../core/escape-control.ts";

/** The resource from the server; an error that it doesn't exist names it. */
export async function nameMissing<T>(what: string, id: string, resource: Promise<T>): Promise<T> {
  try {
    return await resource;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    const { code, hint, kind, status, requestId } = error;
    const message = `There is no ${what} ${escapeControl(id)} in this account.`;
    throw new AppError(code, message, { hint, kind, status, requestId, cause: error });
  }
}
