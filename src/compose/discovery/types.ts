/** The part of `fetch` that a client needs. The embedded backend implements it without a socket. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** A running server, found through its data folder. */
export interface FoundServer {
  url: string;
  pid: number;
  apiKey: string;
  /** Accepts only the certificate that the server was started with. */
  fetch: Fetch;
}
