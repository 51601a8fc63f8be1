import { expect, test } from "vitest";
import type { Host } from "../../../../src/tables/host/port.ts";
import { diskEncryption } from "../../../../src/tables/storage/disk-encryption/table.ts";
import { collectOf } from "../../../helpers/collect-table.ts";
import { hostTree, temporaryHost } from "../../../helpers/host.ts";

/** Devices by name: the UUID of a mapping, or the start of what the device contains. */
type Devices = Record<string, { mapping?: string; slaves?: string[]; start?: Buffer | string }>;

function hostWith(
  devices: Devices,
  udev: Record<string, string> = {},
  printed: Record<string, string> = {},
): Host {
  const files: Record<string, string> = {};
  for (const [index, [name, { mapping, slaves = [] }]] of Object.entries(devices).entries()) {
    const folder = `/sys/class/block/${name}`;
    files[`${folder}/size`] = "8\n";
    files[`${folder}/dev`] = `8:${index}\n`;
    if (mapping) files[`${folder}/dm/uuid`] = `${mapping}\n`;
    if (mapping) files[`${folder}/dm/name`] = `${mapping.replace(/.*-/, "")}\n`;
    if (udev[name]) files[`/run/udev/data/b8:${index}`] = udev[name];
    for (const slave of slaves) {
      files[`${folder}/slaves/${slave}/.keep`] = "";
      files[`/sys/class/block/${slave}/holders/${name}/.keep`] = "";
    }
  }
  const deviceBytes = (node: string) => {
    const start = devices[node.slice("/dev/".length).replaceAll("/", "!")]?.start;
    if (typeof start === "object") return start;
    throw Object.assign(new Error(node), { code: start ?? "ENOENT" });
  };
  return { ...hostTree({ files }), run: temporaryHost({}, printed).run, deviceBytes };
}

const typesOn = async (host: Host) =>
  (await collectOf(diskEncryption, host)).rows.map(({ name, type }) => [name, type]);

const uuid = "f57c5f7f-5691-40c1-b133-c7bdd5e6b860";
const luks = Buffer.alloc(4096);
luks.write("LUKS\xba\xbe\0\x02", "latin1");
luks.write(uuid, 168);
const blank = Buffer.alloc(4096);

test("without udev a device's first bytes show whether it is encrypted", async () => {
  const bitLocker = Buffer.from("\xeb\x58\x90-FVE-FS-", "latin1");
  const host = hostWith({ sda: { start: luks }, sdb: { start: blank }, sdc: { start: bitLocker } });
  const { rows, gaps } = await collectOf(diskEncryption, host);
  expect(rows).toMatchObject([
    { name: "/dev/sda", encrypted: 1, type: "LUKS", uuid },
    { name: "/dev/sdb", encrypted: 0, type: "", encryption_status: "not encrypted" },
    { name: "/dev/sdc", encrypted: 1, type: "BITLK" },
  ]);
  expect(gaps).toEqual([]);
});

test("a device that can't be read is unknown, never unencrypted", async () => {
  const host = hostWith({ sda: { start: "EACCES" }, sdb: {} });
  const { rows, gaps } = await collectOf(diskEncryption, host);
  const unknown = { encrypted: null, type: null, encryption_status: null };
  expect(rows).toMatchObject([unknown, unknown]);
  const columns = ["uuid", "encrypted", "type", "encryption_status"];
  expect(gaps).toEqual([
    { reason: "denied", detail: "/dev/sda: permission denied", columns },
    { reason: "table_missing", detail: "/dev/sdb: not found", columns },
  ]);
});

test("udev's knowledge saves the read, BitLocker's too", async () => {
  const host = hostWith(
    { sda: {}, sdb: {}, sdc: {} },
    {
      sda: "E:ID_FS_TYPE=crypto_LUKS\n",
      sdb: "E:ID_FS_TYPE=BitLocker\n",
      sdc: "E:ID_PART_TABLE_TYPE=gpt\n",
    },
  );
  expect((await collectOf(diskEncryption, host)).gaps).toEqual([]);
  expect(await typesOn(host)).toEqual([
    ["/dev/sda", "LUKS"],
    ["/dev/sdb", "BITLK"],
    ["/dev/sdc", ""],
  ]);
});

test("an open container without a header is known by its mapping; verification encrypts nothing", async () => {
  const host = hostWith({
    sda: { start: blank },
    "dm-0": { mapping: "CRYPT-PLAIN-x", slaves: ["sda"] },
    sdb: { start: blank },
    "dm-1": { mapping: "CRYPT-VERITY-1-root", slaves: ["sdb"], start: blank },
  });
  expect(await typesOn(host)).toEqual([
    ["/dev/dm-0", "PLAIN"],
    ["/dev/dm-1", ""],
    ["/dev/sda", "PLAIN"],
    ["/dev/sdb", ""],
  ]);
});

test("a volume over an encrypted and a plain disk is not encrypted", async () => {
  const host = hostWith({
    "dm-0": { mapping: "CRYPT-LUKS2-1-a", slaves: ["sda"] },
    "dm-1": { mapping: "LVM-1", slaves: ["dm-0", "sdb"], start: blank },
    "dm-2": { mapping: "LVM-2", slaves: ["dm-0"] },
    sda: { start: luks },
    "cciss!c0d0": { start: blank },
    sdb: { start: blank },
  });
  expect(await typesOn(host)).toEqual([
    ["/dev/cciss/c0d0", ""],
    ["/dev/dm-0", "LUKS2"],
    ["/dev/dm-1", ""],
    ["/dev/dm-2", "LUKS2"],
    ["/dev/sda", "LUKS2"],
    ["/dev/sdb", ""],
  ]);
});

/** A header whose data has this cipher. */
function luksOf(version: 1 | 2, cipher: string): Buffer {
  const header = Buffer.alloc(16_384);
  header.write(`LUKS\xba\xbe\0${version === 1 ? "\x01" : "\x02"}`, "latin1");
  const segments = { 0: { type: "crypt", encryption: `${cipher}-ecb` } };
  if (version === 1) header.write(cipher, 8);
  else header.write(JSON.stringify({ keyslots: {}, segments }), 4096);
  return header;
}

test.each([1, 2] as const)(
  "LUKS%i with the cipher that does nothing encrypts nothing",
  async (version) => {
    const type = `LUKS${version}`;
    const host = hostWith(
      {
        "dm-0": { mapping: `CRYPT-${type}-1-a`, slaves: ["sda"], start: blank },
        sda: { start: luksOf(version, "cipher_null") },
        sdb: { start: luksOf(version, "aes") },
        sdc: { start: luksOf(version, "cipher_null") },
      },
      { sda: "E:ID_FS_TYPE=crypto_LUKS\n" },
    );
    const { rows } = await collectOf(diskEncryption, host);
    expect(rows).toMatchObject([
      { name: "/dev/dm-0", encrypted: 0, type, encryption_status: "not encrypted" },
      { name: "/dev/sda", encrypted: 0, type },
      { name: "/dev/sdb", encrypted: 1, type: "LUKS" },
      { name: "/dev/sdc", encrypted: 0, type },
    ]);
  },
);

test("LUKS inside a mapping that encrypts nothing still encrypts, and the other way round", async () => {
  const plain = luksOf(2, "cipher_null");
  const host = hostWith({
    "dm-0": { mapping: "CRYPT-LUKS2-1-a", slaves: ["sda"], start: luksOf(2, "aes") },
    "dm-1": { mapping: "CRYPT-LUKS2-2-b", slaves: ["dm-0"], start: blank },
    "dm-2": { mapping: "CRYPT-LUKS2-3-c", slaves: ["sdb"], start: plain },
    "dm-3": { mapping: "CRYPT-LUKS2-4-d", slaves: ["dm-2"], start: blank },
    sda: { start: plain },
    sdb: { start: luksOf(2, "aes") },
  });
  const { rows } = await collectOf(diskEncryption, host);
  expect(Object.fromEntries(rows.map(({ name, encrypted }) => [name, encrypted]))).toMatchObject({
    "/dev/dm-1": 1,
    "/dev/dm-2": 1,
    "/dev/dm-3": 1,
  });
});

test("a mapping without a header has the cipher that dmsetup shows; without it, it stands for encryption", async () => {
  const devices = {
    "dm-0": { mapping: "CRYPT-PLAIN-plain", slaves: ["sda"], start: blank },
    "dm-1": { mapping: "CRYPT-PLAIN-sealed", slaves: ["sdb"], start: blank },
    sda: { start: blank },
    sdb: { start: blank },
  };
  const table = [
    "plain: 0 49152 crypt cipher_null-ecb - 0 7:0 0",
    "sealed: 0 49152 crypt aes-xts-plain64 00000000 0 7:1 0",
  ].join("\n");
  const shown = hostWith(devices, {}, { "dmsetup table --target crypt": table });
  const states = async (host: Host) =>
    (await collectOf(diskEncryption, host)).rows.map(({ encrypted }) => encrypted);
  expect(await states(shown)).toEqual([0, 1, 0, 1]);
  expect(await states(hostWith(devices))).toEqual([1, 1, 1, 1]);
});
