import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRevokedKeys } from "../../../../src/tables/parsers/ssh/revoked-keys.ts";
import { sshRevokedKeys } from "../../../../src/tables/ssh/ssh-revoked-keys.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { sshHost } from "../../../helpers/ssh-host.ts";

const key =
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEEMO/yYHAvK2XrPhPpGkg27ZrTTyVQ38H8a7lrfIGxZ alice";
/** As ssh-keygen -l prints it. */
const print = "SHA256:1KoYUFBoTBxvKGZfrnsIX6YwWO47oNEkw2dbv6yRQfk";
const none = { keys: [], authorities: [], hasOthers: false };

const rowsWith = async (config: string, files: Record<string, string> = {}) => {
  const { rows } = await collectOf(sshRevokedKeys, sshHost({ config, files }));
  return pick(rows, "kind", "fingerprint", "source", "match");
};

test("a list of keys has a row for itself and for each of them", async () => {
  const files = { "etc/ssh/revoked": `# lost\n${key}\nno key\n` };
  const list = { source: "/etc/ssh/revoked", match: "" };
  expect(await rowsWith("RevokedKeys /etc/ssh/revoked", files)).toEqual([
    { kind: "list", fingerprint: "", ...list },
    { kind: "key", fingerprint: print, ...list },
  ]);
});

test("without the file sshd refuses every key, and without a list none", async () => {
  expect(await rowsWith("RevokedKeys /etc/ssh/revoked")).toMatchObject([{ kind: "everything" }]);
  expect(await rowsWith("RevokedKeys none")).toEqual([]);
});

test("lists that ssh-keygen makes", () => {
  const folder = mkdtempSync(join(tmpdir(), "inquest-krl-"));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const listOf = (specification: string, authority?: string) => {
    const list = join(folder, "list");
    const signed = authority ? ["-s", authority] : [];
    execFileSync("ssh-keygen", ["-q", "-k", ...signed, "-f", list, file("spec", specification)]);
    return parseRevokedKeys(readFileSync(list));
  };
  try {
    const ca = file("ca.pub", `${key}\n`);
    expect(listOf("")).toEqual(none);
    expect(listOf(`${key}\n`)).toEqual({ ...none, keys: [print] });
    expect(listOf(`hash: ${print}\n`)).toEqual({ ...none, keys: [print] });
    expect(listOf(`sha1: ${key}\n`)).toEqual({ ...none, hasOthers: true });
    expect(listOf("serial: 7-9\nid: alice\n", ca)).toEqual({ ...none, authorities: [print] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("any bytes are a list, or a broken one", () => {
  const start = Buffer.from("SSHKRL\n\0", "latin1");
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect(() => parseRevokedKeys(Buffer.from(bytes))).not.toThrow();
      expect(() => parseRevokedKeys(Buffer.concat([start, bytes]))).not.toThrow();
    }),
  );
});
