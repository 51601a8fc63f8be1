import { constants } from "node:crypto";
import type { TlsOptions } from "node:tls";

/** What the server shows, and whose certificates agents must show; all in PEM. */
export interface Tls {
  cert: string;
  key: string;
  /** Certificates of the CAs that sign agents' certificates; without it none is asked for. */
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

/** See `addClientCertificate` for what becomes of a certificate that isn't right. */
function clientCertificateOptions(clientCa: string): TlsOptions {
  return {
    ca: clientCa,
    requestCert: true,
    // Whoever shows none may use the rest of the API.
    rejectUnauthorized: false,
    // A resumed session keeps the verdict of its first handshake, though a certificate has expired since.
    secureOptions: constants.SSL_OP_NO_TICKET,
  };
}
