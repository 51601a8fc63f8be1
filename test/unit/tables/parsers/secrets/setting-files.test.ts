import { expect, test } from "vitest";
import { maySetSecrets } from "../../../../../src/tables/parsers/secrets/setting-files.ts";

test.each(["/srv/app/.env", "/etc/app/app.conf", "/root/.my.cnf", "/opt/x/config.yaml"])(
  "%s may set secrets",
  (path) => expect(maySetSecrets(path)).toBe(true),
);

test.each([
  "/etc/nsswitch.conf",
  "/srv/chroot/etc/nsswitch.conf",
  "/srv/chroot/etc/ssl/openssl.cnf",
  "/srv/app/node_modules/x/config.json",
  "/usr/share/x/x.conf",
  "/srv/app/readme.txt",
])("%s is not a file of settings of this host's services", (path) =>
  expect(maySetSecrets(path)).toBe(false),
);
