import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { expect, test } from "vitest";
import { readAuthority } from "../../../../src/cli/profiles/read-authority.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

test("a PEM certificate is read; anything else is an error that names the file", () => {
  const path = join(temporaryFolder(), "ca.pem");
  expect(() => readAuthority(path)).toThrow(`${path} can't be read (ENOENT).`);
  writeFileSync(path, "not a certificate");
  expect(() => readAuthority(path)).toThrow(`${path} is not a certificate.`);
  writeFileSync(path, rootCertificates[0]!);
  expect(readAuthority(path)).toBe(rootCertificates[0]);
});
