import type { X509Certificate } from "node:crypto";
import type { TLSSocket } from "node:tls";
import type { FastifyRequest } from "fastify";
import type { Clock } from "../../core/clock.ts";
import { apiError } from "../http/errors.ts";
import type { App } from "../http/request-context.ts";
import type { AccessServices } from "./services.ts";

const hint = "Set client_cert_path and client_key_path in the agent's configuration.";

/**
 * Closes connections with an invalid client certificate. Clients without a certificate may use the
 * API, except for the routes that only agents use.
 */
export function addClientCertificate(app: App, { clock, log }: AccessServices): void {
  app.server.prependListener("secureConnection", (socket: TLSSocket) => {
    if (!socket.getPeerX509Certificate() || socket.authorized) return;
    log.warn(
      { remote_address: socket.remoteAddress, reason: socket.authorizationError },
      "client certificate rejected",
    );
    socket.destroy();
  });
  app.addHook("onRequest", async ({ routeOptions, raw }) => {
    if (routeOptions.config.access === "agents:connect") requireCertificate(raw.socket, clock);
  });
}

/** Names the holder of a request's client certificate; null without a valid one. */
export function certificateSubjectOf({ raw }: Pick<FastifyRequest, "raw">): string | null {
  const certificate = certificateOf(raw.socket as Partial<TLSSocket>);
  if (!certificate) return null;
  // One line, for logs and listings. Newer certificates may have only alternative names.
  const subject = certificate.subject?.replaceAll("\n", ", ");
  return subject || (certificate.subjectAltName ?? null);
}

function requireCertificate(socket: object, clock: Clock): void {
  const certificate = certificateOf(socket as Partial<TLSSocket>);
  if (!certificate) throw apiError("client_certificate_required", { hint });
  // The handshake checked the dates, but an agent's connection may outlive the certificate.
  if (Date.parse(certificate.validTo) > clock.now()) return;
  throw apiError("client_certificate_required", {
    message: "The client certificate of this connection has expired.",
    hint: "Install a new client certificate on the agent.",
  });
}

/**
 * Node reports a resumed TLS 1.3 session as authorised even if the client sent no certificate, so
 * both are checked. A request from inside the process has no TLS.
 */
function certificateOf(socket: Partial<TLSSocket>): X509Certificate | undefined {
  return socket.authorized ? socket.getPeerX509Certificate?.() : undefined;
}
