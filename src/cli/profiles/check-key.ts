import type { Client } from "../../client/types.ts";
import { AppError } from "../../core/errors.ts";

/**
 * Checks the key by listing investigations, which every deployment supports and which changes
 * nothing. Returns the missing scope of a key that is valid but may not list.
 */
export async function checkKey(
  client: Pick<Client, "list">,
  url: string,
): Promise<string | undefined> {
  try {
    const { value: page } = await client.list({ limit: 1 }).next();
    if (Array.isArray(page?.investigations)) return undefined;
    throw notTheService(url);
  } catch (error) {
    if (error instanceof SyntaxError) throw notTheService(url);
    if (!(error instanceof AppError)) throw error;
    if (error.status === 403 && error.code === "insufficient_scope")
      return error.missingScope ?? "investigations:read";
    if (error.status === 401) throw refused(url, error);
    throw error.status === 404 ? notTheService(url) : error;
  }
}

function refused(url: string, cause: AppError): AppError {
  return new AppError(cause.code, `${url} rejected the key. Nothing was saved.`, {
    hint: "Copy the key exactly as it was shown; if it was revoked, create a new one.",
    status: cause.status,
    kind: "not_authorised",
    cause,
  });
}

function notTheService(url: string): AppError {
  return new AppError("not_the_service", `${url} is not an inquest server.`, {
    hint: "Check the address. Nothing was saved.",
    kind: "failed",
  });
}
