import fc from "fast-check";
import { expect, test } from "vitest";
import { snmpAccess } from "../../../../src/tables/services/snmp-access.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { temporaryHost } from "../../../helpers/host.ts";

async function accessOf(text: string) {
  const { rows } = await snmpAccess.collect(temporaryHost({ "etc/snmp/snmpd.conf": text }));
  return rows.map((row) => [row.default_community, row.access, row.client]);
}

test("communities other than the well-known ones are not named", async () => {
  expect(await accessOf("rocommunity s3cret\nrwcommunity 'private' 10.0.0.0/8\n")).toEqual([
    [null, "read", "default"],
    ["private", "write", "10.0.0.0/8"],
  ]);
});

test("com2sec counts once a group that may read or write has it", async () => {
  const mapped = "com2sec reader default public\ngroup readers v2c reader\n";
  expect(await accessOf(mapped)).toEqual([]);
  expect(await accessOf(`${mapped}access readers "" any noauth exact all none none\n`)).toEqual([
    ["public", "read", "default"],
  ]);
  expect(await accessOf(`${mapped}access readers "" any noauth exact all all none\n`)).toEqual([
    ["public", "write", "default"],
  ]);
});

test("a configuration that is refused is a gap", async () => {
  const host = closePaths(temporaryHost({ "etc/snmp/snmpd.conf": "" }), /snmpd\.conf$/);
  expect((await snmpAccess.collect(host)).gaps).toMatchObject([{ reason: "denied" }]);
});

test("any text can be read", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
      await accessOf(`com2sec ${text}\naccess ${text}`);
    }),
    { numRuns: 30 },
  );
});
