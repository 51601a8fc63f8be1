import fc from "fast-check";
import { expect, test } from "vitest";
import {
  maskOfPrefix,
  parseKernelAddress,
  parseNetworkAddress,
} from "../../../../../src/tables/parsers/net-address.ts";
import {
  parseInetSockets,
  parsePacketSockets,
  parseSctpEndpoints,
  parseUnixSockets,
} from "../../../../../src/tables/parsers/proc/net-sockets.ts";

test("addresses are written as RFC 5952 has them", () => {
  const cases: [string, string | undefined][] = [
    ["00000000000000000000000000000000", "::"],
    ["00000000000000000000000000000001", "::1"],
    ["20010db8000000000001000000000001", "2001:db8::1:0:0:1"],
    ["20010db8000000010000000000000001", "2001:db8:0:1::1"],
    ["20010db8000100020003000400050000", "2001:db8:1:2:3:4:5:0"],
    ["fe800000000000000000000000000000", "fe80::"],
    ["00000000000000000000ffff0a000001", "::ffff:10.0.0.1"],
    ["0a000001", undefined],
    ["zz", undefined],
  ];
  for (const [hex, address] of cases) expect(parseNetworkAddress(hex), hex).toBe(address);
  expect(parseKernelAddress("0100007F")).toBe("127.0.0.1");
  expect(parseKernelAddress("B80D0120000000000000000001000000")).toBe("2001:db8::1");
});

test("only 4 or 16 bytes are an address", () => {
  for (const hex of ["", "00", "0000000000000000", "000000000000000000000000", "0100007G"])
    expect(parseKernelAddress(hex), hex).toBeUndefined();
});

test("a netmask is its prefix in ones", () => {
  expect(maskOfPrefix(0, "ipv4")).toBe("0.0.0.0");
  expect(maskOfPrefix(20, "ipv4")).toBe("255.255.240.0");
  expect(maskOfPrefix(32, "ipv4")).toBe("255.255.255.255");
  expect(maskOfPrefix(64, "ipv6")).toBe("ffff:ffff:ffff:ffff::");
});

test("broken lines are skipped and the whole ones beside them kept", () => {
  const line = "   0: 0100007F:0016 00000000:0000 0A 0:0 0:0 0 0 0 42 1";
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (noise) => {
      const sockets = parseInetSockets(`${noise}\n${line}\n${noise}`, { family: 2, protocol: 6 });
      expect(sockets).toContainEqual(expect.objectContaining({ inode: 42, localPort: 22 }));
      parseUnixSockets(noise);
    }),
  );
});

test("a line of a megabyte is no trouble", () => {
  const long = "0: ".padEnd(1 << 20, "F");
  expect(parseInetSockets(long, { family: 2, protocol: 6 })).toEqual([]);
  expect(parseUnixSockets(long)).toEqual([]);
});

test("a packet socket listens on its interface once it has a protocol", () => {
  const text = `sk               RefCnt Type Proto  Iface R Rmem   User   Inode
ffff88003c7a5000 3      3    0003   2     1 0      0      18421
ffff88003c7a6000 3      2    88cc   0     1 0      0      18422
0000000000000000 3      10   0000   9     0 0      1000   18423
`;
  const seen = parsePacketSockets(text, (index) => `eth${index}`);
  expect(
    seen.map((each) => [each.inode, each.family, each.protocol, each.localAddress, each.listening]),
  ).toEqual([
    [18421, 17, 3, "eth2", true],
    [18422, 17, 0x88cc, "", true],
    [18423, 17, 0, "eth9", false],
  ]);
});

test("an SCTP end point has a row for each of its addresses", () => {
  const text = ` ENDPT     SOCK   STY SST HBKT LPORT   UID INODE LADDRS
ffff880037b3a000 ffff880037b3b000 2   10  29   3868      0 21871 0.0.0.0 2001:0db8:0000:0000:0000:0000:0000:0001
ffff880037b3c000 ffff880037b3d000 0   7   30   40000     0 21872 10.0.0.5
`;
  const seen = parseSctpEndpoints(text);
  expect(
    seen.map((each) => [
      each.inode,
      each.family,
      each.protocol,
      each.localAddress,
      each.localPort,
      each.listening,
    ]),
  ).toEqual([
    [21871, 2, 132, "0.0.0.0", 3868, true],
    [21871, 10, 132, "2001:db8::1", 3868, true],
    [21872, 2, 132, "10.0.0.5", 40000, false],
  ]);
});
