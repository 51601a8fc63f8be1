import { expect, test } from "vitest";
import {
  parseAws,
  parseAwsAnswer,
  parseAwsKeyFile,
} from "../../../../../src/tables/parsers/credentials/aws-files.ts";
import {
  parseAzureJson,
  parseRclone,
  parseS3cfg,
  parseS3fs,
  parseSecretJson,
  parseSettings,
  parseToken,
} from "../../../../../src/tables/parsers/credentials/cloud-files.ts";
import {
  parseGcloud,
  parseGoogleJson,
} from "../../../../../src/tables/parsers/credentials/google-files.ts";

const now = Date.parse("2026-06-01T00:00:00Z");
const json = JSON.stringify;

test("AWS: a secret key may begin with a slash, and a placeholder is none", () => {
  expect(parseAws("[a]\naws_secret_access_key = /abc+def")).toHaveLength(1);
  expect(parseAws("[a]\naws_secret_access_key = YOUR_SECRET_KEY")).toEqual([]);
  expect(parseAws("[a]\naws_secret_access_key = wJalrXUtnFEMI/bPxRfiCYEXAMPLEKEY")).toEqual([]);
});

test("AWS: sessions open something until they expire", () => {
  const keys = (Expiration?: string) =>
    json({ Credentials: { SecretAccessKey: "abcd", Expiration } });
  expect(parseAwsAnswer(keys("2026-06-01T01:00:00Z"), now)).toHaveLength(1);
  expect(parseAwsAnswer(keys("2026-05-31T23:00:00Z"), now)).toEqual([]);
  const login = { startUrl: "https://a", accessToken: "abcd", expiresAt: "2026-05-01T00:00:00Z" };
  expect(parseAwsAnswer(json(login), now)).toEqual([]);
  expect(parseAwsAnswer(json({ ...login, refreshToken: "abcd" }), now)).toHaveLength(1);
  expect(parseAwsAnswer(json({ refreshToken: "of another program" }), now)).toEqual([]);
  expect(parseAwsAnswer('{"accessToken": ', now)).toEqual([]);
});

test("AWS: the files of keys that the console offers", () => {
  const header = "\uFEFFUser name,Access key ID,Secret access key";
  expect(parseAwsKeyFile(`${header}\r\nann,AKIA,abcd\r\n`)).toHaveLength(1);
  expect(parseAwsKeyFile("AWSAccessKeyId=AKIA\nAWSSecretKey=abcd\n")).toHaveLength(1);
  expect(parseAwsKeyFile(header)).toEqual([]);
  expect(parseAwsKeyFile("name,password\na,abcd")).toEqual([]);
});

test("Google: whose login impersonates another, and JSON of another kind", () => {
  const login = { type: "authorized_user", refresh_token: "abcd", account: "a@b.example" };
  const outer = { type: "impersonated_service_account", source_credentials: login };
  expect(parseGcloud(json(outer))).toMatchObject([{ target_user: "a@b.example" }]);
  expect(parseGoogleJson(json(outer))).toHaveLength(1);
  expect(parseGoogleJson(json({ refresh_token: "of a music player" }))).toEqual([]);
});

test("Azure: a token of the cache, a service principal", () => {
  const cache = { AccessToken: { k: { secret: "abcd" } } };
  expect(parseSecretJson(`\uFEFF${json(cache)}`)).toHaveLength(1);
  expect(parseSecretJson("{}")).toEqual([]);
  const principal = { clientId: "1", clientSecret: "abcd", tenantId: "2" };
  expect(parseAzureJson(json(principal))).toMatchObject([{ target_user: "1" }]);
  expect(parseAzureJson(json({ ...principal, clientSecret: "<secret>" }))).toEqual([]);
  expect(parseAzureJson(json({ clientId: "1", tenantId: "2" }))).toEqual([]);
});

test("other tools: what is a secret in each", () => {
  expect(parseS3cfg("[default]\nsecret_key = abcd")).toHaveLength(1);
  expect(parseS3cfg("[default]\nsecret_key =")).toEqual([]);
  expect(parseS3fs("# a:b\nbucket:AKIA:abcd\nAKIA:abcd\nAKIA:\n")).toHaveLength(2);
  expect(parseRclone('[drive]\ntoken = {"access_token": "abcd"}\n[x]\ntype = local')).toMatchObject(
    [{ target_user: "drive" }],
  );
  expect(parseRclone("# Encrypted rclone configuration File\nRCLONE_ENCRYPT_V0:\nabcd")).toEqual(
    [],
  );
  expect(parseToken("hvs.abcd\n")).toHaveLength(1);
  expect(parseToken("\n")).toEqual([]);
  expect(parseSettings('credentials "app.example" {\n  token = "abcd"\n}')).toHaveLength(1);
  expect(parseSettings("[[contexts]]\nname = 'a'\ntoken = ''")).toEqual([]);
});
