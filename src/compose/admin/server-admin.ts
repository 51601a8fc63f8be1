import { resolve } from "node:path";
import type { ErrorBody } from "../../contract/error-body.ts";
import { AppError } from "../../core/errors.ts";
import type { FoundServer } from "../discovery/types.ts";
import type { Admin } from "./types.ts";

/** Administers through the server that has the folder open. It accepts only this machine's local key there. */
export function serverAdmin({ url, apiKey, pid, fetch }: FoundServer): Admin {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/v1/admin${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await toError(response, method === "DELETE" ? "key" : "account");
    return (response.status === 204 ? undefined : await response.json()) as T;
  };
  const accountQuery = (account?: string) =>
    account === undefined ? "" : `?account=${encodeURIComponent(account)}`;
  return {
    createKey: (request) => call("POST", "/keys", request),
    listKeys: async (account) =>
      (
        await call<{ keys: Awaited<ReturnType<Admin["listKeys"]>> }>(
          "GET",
          `/keys${accountQuery(account)}`,
        )
      ).keys,
    revokeKey: (id) => call("DELETE", `/keys/${encodeURIComponent(id)}`),
    createAccount: (name) => call("POST", "/accounts", { name }),
    listAccounts: async () =>
      (await call<{ accounts: Awaited<ReturnType<Admin["listAccounts"]>> }>("GET", "/accounts"))
        .accounts,
    inspect: () => Promise.reject(serverRunning(pid)),
    repair: () => Promise.reject(serverRunning(pid)),
    showPlanKey: () => call("GET", "/plan-key"),
    rotatePlanKey: (overlapMs) => call("POST", "/plan-key/rotate", { overlap_ms: overlapMs }),
    rotateLocalKey: () => call("POST", "/local-key/rotate"),
    backup: (file) => call("POST", "/backup", { file: resolve(file) }),
    restore: () => Promise.reject(serverRunning(pid)),
  };
}

function serverRunning(pid: number): AppError {
  return new AppError("data_dir_in_use", `A server (pid ${pid}) has the data folder open.`, {
    hint: "Stop the server first.",
  });
}

/** `subject`: what a 404 is about. */
async function toError(response: Response, subject: string): Promise<AppError> {
  const body = (await response.json()) as ErrorBody;
  return new AppError(body.error, body.message ?? `The server answered ${response.status}.`, {
    ...(body.hint !== undefined && { hint: body.hint }),
    ...(response.status === 404 && { kind: "not_found" as const, subject }),
  });
}
