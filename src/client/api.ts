import { type ApiRequest, send } from "./send.ts";
import type { Call, ClientOptions } from "./types.ts";

/** The HTTP operations that the client is built from. */
export interface Api {
  get<T>(path: string, call?: Call): Promise<T>;
  post<T>(path: string, body: unknown, call?: Call): Promise<T>;
  patch<T>(path: string, body: unknown, call?: Call): Promise<T>;
  /** Returns the response of a deletion; undefined if it is empty. */
  delete<T>(path: string, call?: Call): Promise<T>;
  /** Pages, fetched on demand. */
  pages<T extends { next_cursor: string | null }>(
    path: string,
    query: Query,
    call?: Call,
  ): AsyncGenerator<T>;
}

export type Query = Record<string, string | number | string[] | null | undefined>;

export function createApi(options: ClientOptions): Api {
  const json = async <T>(request: ApiRequest): Promise<T> => {
    const response = await send(options, request);
    const text = await response.text();
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
  const api: Api = {
    get: (path, { signal } = {}) => json({ method: "GET", path, signal }),
    post: (path, body, { signal } = {}) => json({ method: "POST", path, body, signal }),
    patch: (path, body, { signal } = {}) => json({ method: "PATCH", path, body, signal }),
    delete: (path, { signal } = {}) => json({ method: "DELETE", path, signal }),
    async *pages<T extends { next_cursor: string | null }>(
      path: string,
      query: Query,
      call?: Call,
    ) {
      let cursor: string | null = null;
      do {
        const page: T = await api.get(path + queryString({ ...query, cursor }), call);
        yield page;
        // A server with a single page may omit it.
        cursor = page?.next_cursor ?? null;
      } while (cursor !== null);
    },
  };
  return api;
}

/** Path segments, each encoded. */
export const pathOf = (...parts: string[]) => parts.map(encodeURIComponent).join("/");

export function queryString(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one));
    }
  }
  return search.size ? `?${search}` : "";
}
