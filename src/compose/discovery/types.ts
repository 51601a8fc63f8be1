/** The part of `fetch` that a client needs. The embedded backend implements it without a socket. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** A running server, found through its data folder. */
export interface FoundServer {
  url: string;
  pid: number;
  apiKey: string;
  /** Sends only to a server that has proven to know the folder's `secret.key`. */
  fetch: Fetch;
}
