import fc from "fast-check";
import { expect, test } from "vitest";
import { accessOf } from "../../../../../src/tables/powershell/access/access-of.ts";
import { parseSddl } from "../../../../../src/tables/powershell/access/sddl.ts";

const alice = "S-1-5-21-1-2-3-1001";
const sids = new Set([alice, "S-1-1-0", "S-1-5-11", "S-1-5-32-545"]);
const rightsOf = (sddl: string) => accessOf(parseSddl(sddl)!, sids);

test("modifying rights are writing and deleting, by their number or their letters", () => {
  for (const rights of ["0x1301bf", "CCDCLCSWRPWPDTLOCRSDRCWD"])
    expect(rightsOf(`O:BAG:SYD:AI(A;ID;FA;;;BA)(A;ID;${rights};;;AU)`)).toMatchObject({
      write: true,
      remove: true,
    });
});

test("reading and executing change nothing", () => {
  expect(rightsOf("O:BAG:SYD:PAI(A;OICI;0x1200a9;;;BU)(A;OICI;FR;;;WD)")).toEqual({
    read: true,
    write: false,
    addFolder: false,
    start: false,
    stop: true, // the bit that lets a folder be passed
    removeChild: false,
    remove: false,
    own: false,
  });
});

test("what is only inherited by others doesn't count", () => {
  const drive = rightsOf("O:BAG:SYD:PAI(A;OICIIO;SDGXGWGR;;;AU)(A;;LC;;;AU)(A;OICI;0x1200a9;;;BU)");
  expect(drive).toMatchObject({ write: false, addFolder: true, remove: false, own: false });
});

test("the first entry that names a right decides it", () => {
  expect(rightsOf("D:(D;;0x2;;;BU)(A;;FA;;;AU)").write).toBe(false);
  expect(rightsOf("D:(A;;FA;;;AU)(D;;0x2;;;BU)").write).toBe(true);
  expect(rightsOf(`D:(D;;GA;;;BG)(A;;GW;;;${alice})`).write).toBe(true);
  expect(rightsOf(`D:(D;;GW;;;${alice})(A;;FA;;;WD)`)).toMatchObject({ write: false, read: true });
});

test("a list that is not there lets everybody in, an empty one nobody but the owner", () => {
  expect(rightsOf("O:BAG:SY").write).toBe(true);
  expect(rightsOf("O:BAD:NO_ACCESS_CONTROL").write).toBe(true);
  expect(rightsOf("O:BAD:P")).toMatchObject({ write: false, own: false });
  expect(rightsOf(`O:${alice}D:P`)).toMatchObject({ write: false, own: true });
  expect(rightsOf(`O:${alice}D:P(A;;RC;;;OW)`).own).toBe(false);
});

test("changing the list or the owner is every right", () => {
  expect(rightsOf("O:BAD:(A;;WD;;;WD)").own).toBe(true);
  expect(rightsOf("O:BAD:(A;;WO;;;AU)").own).toBe(true);
  expect(rightsOf("O:BAD:(A;;WDWO;;;BA)").own).toBe(false);
});

test("an entry with a condition allows nothing and forbids what it names", () => {
  expect(rightsOf('D:(XA;;FA;;;WD;(@User.Title=="PM (north)"))').write).toBe(false);
  expect(rightsOf("D:(XD;;0x2;;;WD;(Member_of{SID(BA)}))(A;;FA;;;WD)").write).toBe(false);
});

test("entries that only record who tries are not part of the list", () => {
  expect(rightsOf("O:BAD:(A;;FR;;;WD)S:(AU;FA;FA;;;WD)").write).toBe(false);
});

test("any text is a descriptor or none", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[OGDSA:;()0-9x-]{0,40}$/)), (text) => {
      const parsed = parseSddl(text);
      if (parsed) accessOf(parsed, sids);
    }),
  );
});
