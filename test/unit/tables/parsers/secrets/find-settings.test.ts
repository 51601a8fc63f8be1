import fc from "fast-check";
import { expect, test } from "vitest";
import { secretInCommand } from "../../../../../src/tables/parsers/secrets/command-secrets.ts";
import { findSecretSettings } from "../../../../../src/tables/parsers/secrets/find-settings.ts";

test.each([
  ["DB_PASSWORD=hunter22", "password", "DB_PASSWORD"],
  ['export API_TOKEN="abc-123"', "token", "API_TOKEN"],
  ["define('AUTH_KEY', 'x;y:z!');", "key", "AUTH_KEY"],
  ['  "clientSecret": "s3cr3t-1",', "key", "clientSecret"],
  ["spring.datasource.password=hunter22", "password", "spring.datasource.password"],
  ["- POSTGRES_PASSWORD: hunter22", "password", "POSTGRES_PASSWORD"],
  ["url = postgres://app:hunter22@db/app", "address", ""],
  ["//registry.example/:_authToken=abcd-1234", "token", "_authToken"],
  ["-----BEGIN OPENSSH PRIVATE KEY-----", "private key", ""],
])("%s is a secret", (line, kind, name) => {
  expect(findSecretSettings(`first\n${line}`, "/srv/app.conf")).toEqual([{ line: 2, kind, name }]);
});

test.each([
  "# DB_PASSWORD=hunter22",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell.
  "DB_PASSWORD=${DB_PASSWORD}",
  "DB_PASSWORD=/run/secrets/db",
  "password = changeme",
  "password_min_length = 12",
  "token: vault:secret/x",
  "url = postgres://db:5432/app",
  "-----BEGIN CERTIFICATE-----",
  "compass = north-west",
])("%s is none", (line) => {
  expect(findSecretSettings(line, "/srv/app.conf")).toEqual([]);
});

test.each([
  ["/etc/fstab", "//nas/share /mnt cifs username=backup,password=hunter22,ro 0 0", "password"],
  ["/srv/appsettings.json", '{"Api": {"Url": "https://a/", "ClientSecret": "s3cr3t-1"}}', "key"],
  ["/etc/systemd/system/a.service", 'Environment="USER=a" "DB_PASSWORD=hunter22"', "password"],
  ["/srv/a/settings.py", "DATABASES = {'USER': 'a', 'PASSWORD': 'hunter22'}", "password"],
  ["/home/bob/.netrc", "machine ftp.example login bob password hunter22", "password"],
  ["/home/bob/.pgpass", "db.example:5432:app:bob:hunter22", "password"],
  ["/opt/backup.sh", "mysqldump -u root -phunter22 app > app.sql", "command"],
  ["/etc/cron.d/sync", "0 3 * * * root curl -u bob:hunter22 https://a/", "command"],
  ["/srv/group_vars/all.yml", "db: { user: app, password: hunter22 }", "password"],
])("in %s a line holds a secret", (path, line, kind) => {
  expect(findSecretSettings(line, path)).toMatchObject([{ line: 1, kind }]);
});

test.each([
  ["/srv/a/settings.py", 'PASSWORD = os.getenv("DB_PASSWORD")'],
  ["/srv/a/config.py", "def connect(user: str, password: str, token: str = None): pass"],
  ["/opt/check.sh", 'if [ "$token" = "hunter22" ]; then exit 1; fi'],
  ["/opt/check.sh", 'mysqldump -p"$PASSWORD" app'],
  ["/etc/app.conf", "prompt = Password: type it twice"],
  ["/home/bob/.netrc", "machine ftp.example login bob"],
  ["/srv/values.yaml", "secretKeyRef: { name: db, key: password }"],
])("in %s a line holds none", (path, line) => {
  expect(findSecretSettings(line, path)).toEqual([]);
});

test("the secret of a command is named by its kind", () => {
  expect(secretInCommand("mysql -u root -phunter22 app")).toBe("password of a database client");
  expect(secretInCommand("llm --max-token 100000000")).toBeNull();
  expect(secretInCommand("echo bob:hunter22 | chpasswd")).toBe("password of an account");
});

test("any text is taken, and quickly", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 5000 }), (text) => {
      findSecretSettings(text, "/srv/app.conf");
      findSecretSettings(text, "/opt/backup.sh");
      secretInCommand(text);
    }),
  );
});
