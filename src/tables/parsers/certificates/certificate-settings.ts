/** What a server's configuration says of a certificate file. */
export interface CertificateSetting {
  path: string;
  /** "server": presented to clients; "authority": certificates that it trusts. */
  use: "server" | "authority";
}

/** Settings of nginx, Apache, Postfix, Dovecot, vsftpd, ProFTPD, OpenLDAP, Redis, MySQL, PostgreSQL, stunnel and others. */
const serverKeys =
  /^(?:ssl_certificate|sslcertificatefile|smtpd_tls_(?:d|ec)?cert_file|smtpd_tls_chain_files|ssl_cert(?:_file)?|ssl_server_cert_file|[rd]sa_cert_file|tls[-_]cert[-_]file|tls_certificate(?:_file)?|tls(?:[rd]sa|ecdsa)?certificatefile|(?:olc)?tlscertificatefile|ssl-cert|ssl\.pemfile|certfile|cert|certificate|cert_file|ssl_certfile)$/i;
const authorityKeys =
  /^(?:ssl_client_certificate|ssl_trusted_certificate|sslcacertificatefile|sslcertificatechainfile|ssl_ca(?:_file)?|tls[-_]ca(?:-cert)?[-_]file|(?:olc)?tlscacertificatefile|smtpd?_tls_cafile|ca|cafile|ca[-_]file|ssl-ca|ca_cert|certificate-authority)$/i;
/** HAProxy's `bind … ssl crt FILE ca-file FILE`. */
const bindOptions: [RegExp, CertificateSetting["use"]][] = [
  [/^\s*bind\s.*\scrt\s+(\S+)/, "server"],
  [/^\s*bind\s.*\sca-file\s+(\S+)/, "authority"],
];

/** vsftpd, Dovecot, PostgreSQL and Apache name a certificate even while TLS is off. */
const switchedOff = /^\s*(?:ssl_enable\s*=\s*no|ssl\s*=\s*(?:off|no)|SSLEngine\s+off)\b/im;

/** The certificate files that a configuration names, as it writes them; comments are skipped. */
export function parseCertificateSettings(text: string): CertificateSetting[] {
  if (switchedOff.test(text)) return [];
  return text.split("\n").flatMap((line) => {
    if (/^\s*[#;]/.test(line)) return [];
    const options = bindOptions.flatMap(([pattern, use]) => {
      const path = pattern.exec(line)?.[1];
      return path ? [{ path, use }] : [];
    });
    const [, key = "", path = ""] =
      /^\s*([\w.-]+)\s*[=:\s]\s*<?\s*["']?([^\s"';,]+)/.exec(line) ?? [];
    if (serverKeys.test(key)) return [...options, { path, use: "server" as const }];
    if (authorityKeys.test(key)) return [...options, { path, use: "authority" as const }];
    return options;
  });
}
