import type { X509Certificate } from "node:crypto";
import type { TLSSocket } from "node:tls";
import type { Clock } from "../../core/clock.ts";
import { apiError } from "../http/errors.ts";
import type { App } from "../http/request-context.ts";
import type { AccessServices } from "./services.ts";

const hint = "Set client_cert_path and client_key_path in the agent's configuration.";

/**
 * Who shows a certificate shows a right one or gets no answer at all; who shows none may use the
 * API, but not what agents alone use.
 */
export function addClientCertificate(app: App, { clock, log }: AccessServices): void {
  app.server.prependListener("secureConnection", (socket: TLSSocket) => {
    if (!socket.getPeerX509Certificate() || socket.authorized) return;
    log.warn(
      { remote_address: socket.remoteAddress, reason: socket.authorizationError },
      "a client certificate was refused",
    );
    socket.destroy();
  });
  app.addHook("onRequest", async ({ routeOptions, raw }) => {
    if (routeOptions.config.access === "agents:connect") mustBeCertified(raw.socket, clock);
  });
}

function mustBeCertified(socket: object, clock: Clock): void {
  const certificate = certificateOf(socket as Partial<TLSSocket>);
  if (!certificate) throw apiError("client_certificate_required", { hint });
  // The handshake looked at the dates, and an agent's connection may outlive them.
  if (Date.parse(certificate.validTo) > clock.now()) return;
  throw apiError("client_certificate_required", {
    message: "The client certificate of this connection has expired.",
    hint: "Give the agent a new one.",
  });
}

/**
 * Node calls a resumed TLS 1.3 session authorised even where its client showed nothing, so it
 * takes both. A request from inside the process has no TLS.
 */
function certificateOf(socket: Partial<TLSSocket>): X509Certificate | undefined {
  return socket.authorized ? socket.getPeerX509Certificate?.() : undefined;
}
