/** The part of `fetch` that a client needs; the embedded backend answers it without a socket. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** A server to talk to, found through the data folder. */
export interface FoundServer {
  url: string;
  pid: number;
  apiKey: string;
  /** Trusts the certificate the server was started with. */
  fetch: Fetch;
}
