import { AppError } from "../../core/errors.ts";
import { escapeControl } from "../../core/escape-control.ts";

/** The resource from the server; an error that it does not exist names its id, which may be one of several. */
export async function nameUnknown<T>(what: string, id: string, resource: Promise<T>): Promise<T> {
  try {
    return await resource;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    const { code, hint, kind, status, requestId } = error;
    const message = `No ${what} "${escapeControl(id)}".`;
    throw new AppError(code, message, {
      ...{ hint, kind, status, requestId, cause: error },
      subject: what,
    });
  }
}
