import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { challengeHeader, formatEndpoint, proofHeader } from "../../contract/server-identity.ts";
import { isServerProof } from "../keys/server-proof.ts";

const maxResponseBytes = 16_384;

/**
 * Rejects unless the server at the other end proves on this connection that it knows `secretKey`.
 * Another process can have a dead server's pid and port, so each new connection is checked
 * before a key or a question is sent on it.
 */
export async function proveConnection(
  socket: Socket,
  { secretKey, signal }: { secretKey: Uint8Array; signal: AbortSignal },
): Promise<void> {
  const challenge = randomBytes(32).toString("hex");
  const { remoteAddress = "", remotePort = 0 } = socket;
  const endpoint = formatEndpoint(remoteAddress, remotePort);
  socket.write(
    `GET /healthz HTTP/1.1\r\nHost: ${hostOf(remoteAddress, remotePort)}\r\n` +
      `${challengeHeader}: ${challenge}\r\n\r\n`,
  );
  const head = await readResponse(socket, signal);
  const proof = new RegExp(`^${proofHeader}: *([0-9a-f]+)\\r?$`, "im").exec(head)?.[1] ?? "";
  if (!isServerProof(proof, secretKey, { challenge, endpoint }))
    throw new Error("another program listens at the server's address");
}

function hostOf(address: string, port: number): string {
  return `${address.includes(":") ? `[${address}]` : address}:${port}`;
}

/** The head of a response; resolves when its body has been read too, so that the next request can follow. */
function readResponse(socket: Socket, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const end = (settle: () => void) => {
      signal.removeEventListener("abort", onAbort);
      socket.off("data", onData).off("error", onError).off("close", onClose);
      settle();
    };
    const fail = (message: string) => end(() => reject(new Error(message)));
    const onData = (bytes: Buffer) => {
      text += bytes.toString("latin1");
      const head = completeHead(text);
      if (head !== null) end(() => resolve(head));
      else if (text.length > maxResponseBytes) fail("the response is too long");
    };
    const onError = (error: Error) => end(() => reject(error));
    const onClose = () => fail("the connection was closed");
    const onAbort = () => end(() => reject(signal.reason));
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    socket.on("data", onData).on("error", onError).on("close", onClose);
  });
}

/** The head of a response that has arrived completely, else null. */
function completeHead(text: string): string | null {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return null;
  const head = text.slice(0, headEnd + 2);
  const bodyBytes = Number(/^content-length: *(\d+)\r$/im.exec(head)?.[1] ?? 0);
  return text.length < headEnd + 4 + bodyBytes ? null : head;
}
