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
  expect(findSecretSettings(`first\n${line}`)).toEqual([{ line: 2, kind, name }]);
});

test.each([
  "# DB_PASSWORD=hunter22",
  "DB_PASSWORD=${DB_PASSWORD}",
  "DB_PASSWORD=/run/secrets/db",
  "password = changeme",
  "password_min_length = 12",
  "token: vault:secret/x",
  "url = postgres://db:5432/app",
  "-----BEGIN CERTIFICATE-----",
  "compass = north-west",
])("%s is none", (line) => {
  expect(findSecretSettings(line)).toEqual([]);
});

test("the secret of a command is named by its kind", () => {
  expect(secretInCommand("mysql -u root -phunter22 app")).toBe("password of a database client");
  expect(secretInCommand("llm --max-token 100000000")).toBeNull();
  expect(secretInCommand("echo bob:hunter22 | chpasswd")).toBe("password of an account");
});

test("any text is taken, and quickly", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 5000 }), (text) => {
      findSecretSettings(text);
      secretInCommand(text);
    }),
  );
});
