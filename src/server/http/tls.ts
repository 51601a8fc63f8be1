import { constants } from "node:crypto";
import type { TlsOptions } from "node:tls";

/** The server's certificate and key, and the CA of client certificates, in PEM. */
export interface Tls {
  cert: string;
  key: string;
  /** CA certificates for agents' client certificates; without them none is requested. */
  clientCa?: string;
}

export function tlsOptions({ cert, key, clientCa }: Tls): TlsOptions {
  return {
    cert,
    key,
    minVersion: "TLSv1.2",
    ...(clientCa !== undefined && clientCertificateOptions(clientCa)),
  };
}

/** `addClientCertificate` handles invalid certificates. */
function clientCertificateOptions(clientCa: string): TlsOptions {
  return {
    ca: clientCa,
    requestCert: true,
    // Clients without a certificate may use the rest of the API.
    rejectUnauthorized: false,
    // A resumed session would keep the result of its first handshake after the certificate expired.
    secureOptions: constants.SSL_OP_NO_TICKET,
  };
}
