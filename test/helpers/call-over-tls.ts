import { request } from "node:https";
import type { CertificateFiles } from "./authority.ts";

export type ClientPair = Pick<CertificateFiles, "certPath" | "keyPath" | "cert" | "key">;

export interface TlsCall {
  /** The client certificate and its key. */
  pair?: ClientPair;
  body?: unknown;
}

/** Calls the API of a server whose certificate is signed by `ca`, each time over a new connection. */
export function callOverTls({ url, key, ca }: { url: string; key: string; ca: Buffer }) {
  return (method: string, path: string, { pair, body }: TlsCall) =>
    new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      };
      const files = { ca, cert: pair?.cert, key: pair?.key, agent: false as const };
      const sent = request(url + path, { method, headers, ...files }, async (response) => {
        let text = "";
        for await (const part of response) text += part;
        resolve({ status: response.statusCode!, body: text === "" ? null : JSON.parse(text) });
      });
      sent.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
}
