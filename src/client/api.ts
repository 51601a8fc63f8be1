import { type ApiRequest, send } from "./send.ts";
import type { Call, ClientOptions } from "./types.ts";

/** The shapes that the service's operations come in. */
export interface Api {
  get<T>(path: string, call?: Call): Promise<T>;
  post<T>(path: string, body: unknown, call?: Call): Promise<T>;
  patch<T>(path: string, body: unknown, call?: Call): Promise<T>;
  /** What a deletion answers with; undefined where that is nothing. */
  delete<T>(path: string, call?: Call): Promise<T>;
  /** Page after page, fetched as they are asked for. */
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
        // A service that has no more than one page may leave it out.
        cursor = page?.next_cursor ?? null;
      } while (cursor !== null);
    },
  };
  return api;
}

/** Parts of a path, each safe whatever is in it. */
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
