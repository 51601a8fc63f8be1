import type { Socket } from "node:net";
import { errorBody } from "./error-body.ts";
import { apiError } from "./errors.ts";

/** Status lines of errors in Node's HTTP parser; any other is a 400. */
const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Answers a malformed HTTP request with an API error and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const failure = apiError("validation_error", {
    issues: [{ path: "", message: "must be a well-formed HTTP request" }],
  });
  const statusLine = statusLines[error.code ?? ""] ?? "400 Bad Request";
  const { issues, ...rest } = errorBody(failure, "");
  const body = JSON.stringify(statusLine.startsWith("400") ? { ...rest, issues } : rest);
  socket.end(
    `HTTP/1.1 ${statusLine}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // A client that sends no more does not close its side either.
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") socket.destroySoon();
}
