import { expect, test } from "vitest";
import { findConfiguredCertificates } from "../../../../src/tables/certificates/configured-certificates.ts";
import { gapReader } from "../../../../src/tables/host/gap-reader.ts";
import { parseCertificateSettings } from "../../../../src/tables/parsers/certificates/certificate-settings.ts";
import { hostTree } from "../../../helpers/host.ts";

test.each([
  ["  ssl_certificate /etc/nginx/www.crt;", "server", "/etc/nginx/www.crt"],
  ['SSLCertificateFile "/etc/apache2/www.crt"', "server", "/etc/apache2/www.crt"],
  ["smtpd_tls_cert_file = /etc/postfix/mail.pem", "server", "/etc/postfix/mail.pem"],
  ["ssl_cert = </etc/dovecot/mail.pem", "server", "/etc/dovecot/mail.pem"],
  ["ssl_cert_file = '/srv/pg/server.crt'", "server", "/srv/pg/server.crt"],
  ["tls-cert-file redis.crt", "server", "redis.crt"],
  ["  bind *:443 ssl crt /etc/haproxy/www.pem alpn h2", "server", "/etc/haproxy/www.pem"],
  ["cert: /etc/etcd/server.crt", "server", "/etc/etcd/server.crt"],
  ["ssl_client_certificate /etc/nginx/ca.crt;", "authority", "/etc/nginx/ca.crt"],
  ["ca ca.crt", "authority", "ca.crt"],
])("%s: %s", (line, use, path) => {
  expect(parseCertificateSettings(line)).toEqual([{ use, path }]);
});

test.each([
  "# ssl_certificate /etc/nginx/www.crt;",
  "; cert = /etc/stunnel/a.pem",
  "ssl_certificate_key /etc/nginx/www.key;",
  "ssl_enable=NO\nrsa_cert_file=/etc/ssl/certs/example.pem",
  "ssl = off\nssl_cert_file = '/etc/ssl/certs/example.pem'",
])("%j names none", (text) => {
  expect(parseCertificateSettings(text)).toEqual([]);
});

test("files are found beside their configuration, through includes and links", () => {
  const host = hostTree({
    files: {
      "etc/nginx/nginx.conf": "include sites-enabled/*;\n",
      "etc/nginx/sites-available/shop": "ssl_certificate tls/shop.crt;\ninclude snippets/a.conf;\n",
      "etc/nginx/sites-available/old": "ssl_certificate /etc/nginx/tls/old.crt;\n",
      "etc/nginx/snippets/a.conf": "ssl_trusted_certificate /srv/ca.crt;\n",
      "etc/nginx/snippets/b.conf": "ssl_certificate /etc/nginx/tls/old.crt;\n",
      "etc/nginx/tls/shop.crt": "",
      "etc/nginx/tls/old.crt": "",
      "srv/ca.crt": "",
    },
    links: { "etc/nginx/sites-enabled/shop": "../sites-available/shop" },
  });
  const read = gapReader(host);
  expect(Object.fromEntries(findConfiguredCertificates(read))).toEqual({
    "/etc/nginx/tls/shop.crt": { use: "server", source: "/etc/nginx/sites-enabled/shop" },
    "/srv/ca.crt": { use: "authority", source: "/etc/nginx/snippets/a.conf" },
  });
  expect(read.gaps).toEqual([]);
});
