import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { trustedAuthorities } from "../../../../src/tables/certificates/trusted-authorities.ts";
import { temporaryHost } from "../../../helpers/host.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

function authority(name: string): string {
  const folder = temporaryFolder();
  const key = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-keyout",
    join(folder, "key"),
  ];
  const file = join(folder, "crt");
  execFileSync("openssl", ["req", "-x509", ...key, "-out", file, "-subj", `/CN=${name}`], {
    stdio: "ignore",
  });
  return readFileSync(file, "utf8");
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const shipped = "usr/share/ca-certificates/mozilla/a.crt";

test("an authority is a package's while the package's file is unchanged", async () => {
  const [packaged, own] = [authority("packaged"), authority("own")];
  const packagesOf = async (file: string) => {
    const host = temporaryHost({
      "etc/ssl/certs/ca-certificates.crt": packaged + own,
      [shipped]: file,
      "var/lib/dpkg/info/ca-certificates.md5sums": `${md5(packaged)}  ${shipped}\n`,
    });
    const { rows, gaps } = await trustedAuthorities.collect(host);
    expect(gaps).toEqual([]);
    return rows.map((row) => [row.common_name, row.package]);
  };
  expect(await packagesOf(packaged)).toEqual([
    ["packaged", "ca-certificates"],
    ["own", undefined],
  ]);
  expect(await packagesOf(own)).toEqual([
    ["packaged", undefined],
    ["own", undefined],
  ]);
});

test("of OpenSSL's folder only hashed names are trusted", async () => {
  const host = temporaryHost({
    "etc/ssl/certs/0a775a30.0": authority("hashed"),
    "etc/ssl/certs/own.pem": authority("plain"),
  });
  const { rows, gaps } = await trustedAuthorities.collect(host);
  expect(rows.map((row) => row.common_name)).toEqual(["hashed"]);
  expect(gaps).toMatchObject([{ reason: "table_missing", columns: ["package"] }]);
});
