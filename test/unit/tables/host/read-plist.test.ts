import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePlist } from "../../../../src/tables/host/read-plist.ts";
import {
  PlistError,
  type PlistValue,
  plistJson,
} from "../../../../src/tables/parsers/plist/values.ts";

const xml = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">${body}</plist>`;
const hosts = new URL("../../../fixtures/hosts/", import.meta.url);

test("every type of value is read from XML", () => {
  const value = parsePlist(
    xml(`<dict>
      <!-- <key>no</key> -->
      <key>text</key><string>a &lt;b&gt; &amp; &quot;c&quot; &#252;&#x1F600; &unknown;</string>
      <key>empty</key><string/>
      <key>number</key><integer>-42</integer>
      <key>large</key><integer>18446744073709551615</integer>
      <key>real</key><real>1.5</real>
      <key>yes</key><true/><key>no</key><false/>
      <key>when</key><date>2024-09-17T08:30:15Z</date>
      <key>bytes</key><data>
        AAEC
        /w==
      </data>
      <key>list</key><array><string>1</string><array/><dict/></array>
    </dict>`),
  );
  expect(plistJson(value)).toEqual({
    text: 'a <b> & "c" ü😀 &unknown;',
    empty: "",
    number: -42,
    large: "18446744073709551615",
    real: 1.5,
    yes: true,
    no: false,
    when: "2024-09-17T08:30:15.000Z",
    bytes: "AAEC/w==",
    list: ["1", [], {}],
  });
});

test("the same dictionary is read from Apple's binary format", () => {
  const path = "System/Library/LaunchDaemons/ssh.plist";
  const fromXml = parsePlist(readFileSync(new URL(`darwin-12/${path}`, hosts)));
  const fromBinary = parsePlist(readFileSync(new URL(`darwin-15/${path}`, hosts)));
  expect(readFileSync(new URL(`darwin-15/${path}`, hosts)).toString("latin1")).toMatch(/^bplist00/);
  expect(plistJson(fromBinary)).toEqual(plistJson(fromXml));
});

test.each([
  ["nothing", ""],
  ["no property list", "{ Description = old; }"],
  ["an open list", xml("<array>")],
  ["an open tag", "<plist><string>a"],
  ["unclosed tag", "<plist><string"],
  ["key without a value", xml("<dict><key>a</key></dict>")],
  ["value without a key", xml("<dict><string>a</string></dict>")],
  ["two keys in a row", xml("<dict><key>a</key><key>b</key><true/></dict>")],
  ["a key in a list", xml("<array><key>a</key></array>")],
  ["a list closed as a dictionary", xml("<array></dict>")],
  ["text that is no number", xml("<integer>a lot</integer>")],
  [
    "entities of its own",
    '<!DOCTYPE plist [<!ENTITY a "aaaa">]><plist><string>&a;</string></plist>',
  ],
  ["lists in lists without end", xml("<array>".repeat(5000) + "</array>".repeat(5000))],
])("%s is refused", (_what, text) => {
  expect(() => parsePlist(text)).toThrow(PlistError);
});

/** A binary property list of one-byte offsets and references. */
function binary(objects: number[][]): Buffer {
  const body = objects.flat();
  const offsets = objects.map((_, index) => 8 + objects.slice(0, index).flat().length);
  const trailer = Buffer.alloc(32);
  trailer[6] = 1;
  trailer[7] = 1;
  trailer.writeBigUInt64BE(BigInt(objects.length), 8);
  trailer.writeBigUInt64BE(BigInt(8 + body.length), 24);
  return Buffer.concat([Buffer.from("bplist00"), Buffer.from([...body, ...offsets]), trailer]);
}

test("a list that contains itself is rejected", () => {
  expect(() => parsePlist(binary([[0xa1, 0]]))).toThrow("circular reference");
});

test("lists that contain each other many times are rejected before they fill the memory", () => {
  const layers = Array.from({ length: 20 }, (_, index) => [0xa8, ...Array(8).fill(index + 1)]);
  expect(() => parsePlist(binary([...layers, [0x09]]))).toThrow(PlistError);
});

test("an object or a text beyond the end of the file is refused", () => {
  expect(() => parsePlist(binary([[0xa1, 9]]))).toThrow("reference to a missing object");
  expect(() => parsePlist(binary([[0x5f, 0x11, 0xff, 0xff]]))).toThrow(PlistError);
});

test("any bytes give a value or a PlistError", () => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  const body = bytes.map((tail) => Buffer.concat([Buffer.from("bplist00"), tail]));
  const text = fc
    .array(
      fc.constantFrom(
        "<dict>",
        "</dict>",
        "<array>",
        "</array>",
        "<key>",
        "</key>",
        "<string>",
        "</string>",
        "<true/>",
        "<!--",
        "-->",
        "a",
        "&lt;",
        "<",
        ">",
      ),
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(body, text), (source) => {
      try {
        parsePlist(source);
      } catch (error) {
        expect(error).toBeInstanceOf(PlistError);
      }
    }),
    { numRuns: 2000 },
  );
});

const scalar = fc.oneof(
  fc.string({ unit: "grapheme-ascii" }),
  fc.constantFrom("ünï", "Боб", "😀", "<&>\"'"),
  fc.integer(),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: "grapheme-ascii", minLength: 1 }), tie("value"), {
      maxKeys: 4,
    }),
  ),
})).value;

/** Python writes both formats, and is on every machine that builds Node's own modules. */
const hasPython = (() => {
  try {
    execFileSync("python3", ["-c", "import plistlib"]);
    return true;
  } catch {
    return false;
  }
})();
if (!hasPython) console.warn("Skipped: the comparison with plistlib needs python3.");

test.runIf(hasPython)("what Python's plistlib writes is read back as it was", () => {
  const samples = fc.sample(json, { numRuns: 300, seed: 7 });
  const script =
    "import json,sys,plistlib,base64\n" +
    "for v in json.load(sys.stdin):\n" +
    "  for f in (plistlib.FMT_XML,plistlib.FMT_BINARY): print(base64.b64encode(plistlib.dumps(v,fmt=f,sort_keys=False)).decode())";
  const lines = execFileSync("python3", ["-c", script], {
    input: JSON.stringify(samples),
    maxBuffer: 64 << 20,
  })
    .toString()
    .trim()
    .split("\n");
  expect(lines).toHaveLength(samples.length * 2);
  for (const [index, line] of lines.entries()) {
    const expected = JSON.parse(JSON.stringify(samples[index >> 1])) as unknown;
    const value: PlistValue = parsePlist(Buffer.from(line, "base64"));
    expect(plistJson(value)).toEqual(expected);
  }
});
