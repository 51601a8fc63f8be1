import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseIpBytes } from "../../../../src/core/ip.ts";
import { refusedKind } from "../../../../src/webhooks/sender/address-guard.ts";
import { parseCidr } from "../../../../src/webhooks/sender/cidr.ts";
import { targetOf } from "../../../../src/webhooks/sender/target.ts";

const refused: Record<string, string[]> = {
  "a cloud's metadata address": [
    "169.254.169.254",
    "169.254.170.2",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "fd00:ec2::254",
    "fd00:0ec2:0:0::0:254",
    "::ffff:169.254.169.254",
    "::ffff:a9fe:a9fe",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::169.254.169.254",
  ],
  "the broadcast address": ["255.255.255.255", "::ffff:ffff:ffff"],
  "the unspecified address": ["0.0.0.0", "::", "0::0", "0:0:0:0:0:0:0:0", "::ffff:0.0.0.0"],
  "a loopback address": [
    "127.0.0.1",
    "127.255.255.254",
    "::1",
    "0:0:0:0:0:0:0:1",
    "0000:0000:0000:0000:0000:0000:0000:0001",
    "::0.0.0.1",
    "::ffff:127.0.0.1",
    "::FFFF:7F00:1",
    "0:0:0:0:0:ffff:7f00:0001",
    "64:ff9b::7f00:1",
  ],
  "a private address": [
    "10.0.0.5",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "::ffff:192.168.1.1",
    "64:ff9b::10.0.0.1",
    "fc00::1",
    "fd12:3456:789a::1",
    "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  ],
  "a link-local address": ["169.254.0.1", "fe80::1", "fe80::1%eth0", "febf::1"],
  "an address shared behind a carrier's NAT": ["100.64.0.1", "100.127.255.255"],
  "a multicast address": ["224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"],
  "an address for documentation": [
    "192.0.2.1",
    "198.51.100.7",
    "203.0.113.9",
    "2001:db8::1",
    "3fff::1",
    "3fff:fff::1",
  ],
  "an address for benchmarks": ["198.18.0.1", "198.19.255.255", "2001:2::1"],
  "a tunnel's address": [
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2002:7f00:1::",
    "2002:0808:0808::1",
    "192.88.99.1",
    "64:ff9b:1::1",
    "64:ff9b:1:ffff::10.0.0.1",
    "2a00:1450::5efe:10.0.0.1",
    "2a00:1450::200:5efe:8.8.8.8",
  ],
  "a reserved address": [
    "0.1.2.3",
    "192.0.0.8",
    "240.0.0.1",
    "254.1.1.1",
    "2001:10::1",
    "2001:20::1",
    "3ffe::1",
    // IPv4-compatible, translated, discard-only, site-local, segment routing and unassigned.
    "::8.8.8.8",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
    "100::1",
    "fec0::1",
    "5f00::1",
    "4000::1",
    "1::1",
  ],
  "not a valid address": ["", "localhost", "127.1", "0x7f000001", "010.0.0.1", ":::", "1"],
};

for (const [kind, addresses] of Object.entries(refused)) {
  test.each(addresses)(`%s is ${kind}`, (address) => {
    expect(refusedKind(address, [])).toBe(kind);
  });
}

test.each([
  "8.8.8.8",
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "168.63.129.15",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "::ffff:8.8.8.8",
  "64:ff9b::8.8.8.8",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2606:4700::1111",
  "2a00:1450:4001:80b::200e",
])("%s is public", (address) => {
  expect(refusedKind(address, [])).toBeNull();
});

test.each([
  ["https://0x7f000001/", "a loopback address"],
  ["https://0X7F.1/", "a loopback address"],
  ["https://2130706433/", "a loopback address"],
  ["https://0177.0.0.1/", "a loopback address"],
  ["https://017700000001/", "a loopback address"],
  ["https://127.1/", "a loopback address"],
  ["https://127.0.0.1./", "a loopback address"],
  ["https://%31%32%37.0.0.1/", "a loopback address"],
  ["https://１２７.０.０.１/", "a loopback address"],
  ["https://①②⑦.⓪.⓪.①/", "a loopback address"],
  ["https://127。0。0。1/", "a loopback address"],
  ["https://[::ffff:7f00:1]/", "a loopback address"],
  ["https://[::ffff:127.0.0.1]:8443/", "a loopback address"],
  ["https://[::1]/", "a loopback address"],
  ["https://[::]/", "the unspecified address"],
  ["https://0.0.0.0/", "the unspecified address"],
  ["https://0/", "the unspecified address"],
  ["https://user:word@10.1/", "a private address"],
  ["https://8.8.8.8@10.0.0.1/", "a private address"],
  ["https://0xa9fea9fe/", "a cloud's metadata address"],
  ["https://[fd00:ec2::254]/", "a cloud's metadata address"],
])("the host of %s is %s", (url, kind) => {
  expect(refusedKind(targetOf(new URL(url)).host, [])).toBe(kind);
});

test.each([
  ["10.0.0.0/8", "10.1.2.3", true],
  ["10.0.0.0/8", "::ffff:10.1.2.3", true],
  ["10.0.0.0/8", "64:ff9b::10.1.2.3", true],
  ["10.0.0.0/8", "192.168.0.1", false],
  ["10.0.0.5", "10.0.0.5", true],
  ["10.0.0.5", "10.0.0.6", false],
  ["10.0.0.128/25", "10.0.0.127", false],
  ["10.0.0.128/25", "10.0.0.200", true],
  ["::ffff:10.0.0.0/104", "10.9.9.9", true],
  ["0.0.0.0/0", "127.0.0.1", true],
  ["0.0.0.0/0", "::1", false],
  ["127.0.0.0/8", "::127.0.0.1", false],
  ["169.254.169.254", "169.254.169.254", true],
  ["fd00::/8", "fd12::1", true],
  ["fd00::/8", "fc00::1", false],
  ["::1", "::1", true],
])("%s allows %s: %s", (range, address, isAllowed) => {
  expect(refusedKind(address, [parseCidr(range)!]) === null).toBe(isAllowed);
});

test.each([
  "",
  "10.0.0.0/33",
  "10.0.0/8",
  "10.0.0.0/",
  "10.0.0.0/-1",
  "10.0.0.0/08",
  "10.0.0.0/8/8",
  "fd00::/129",
  "fe80::1%eth0",
  "example.com",
])("%s is not a range", (text) => {
  expect(parseCidr(text)).toBeNull();
});

const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const bytesOf = (of: number[]) => of.flatMap((group) => [group >> 8, group & 0xff]);

test("every spelling of an address has the same bytes", () => {
  const spellings = [
    (of: number[]) => of.map((group) => group.toString(16)).join(":"),
    (of: number[]) =>
      of.map((group) => group.toString(16).padStart(4, "0").toUpperCase()).join(":"),
    (of: number[]) =>
      new URL(`https://[${of.map((group) => group.toString(16)).join(":")}]`).hostname.slice(1, -1),
    (of: number[]) =>
      `${of
        .slice(0, 6)
        .map((group) => group.toString(16))
        .join(":")}:${bytesOf(of.slice(6)).join(".")}`,
  ];
  fc.assert(
    fc.property(groups, fc.constantFrom(...spellings), (of, spell) => {
      expect([...parseIpBytes(spell(of))!]).toEqual(bytesOf(of));
    }),
  );
});

test("a text that the system rejects as an address is rejected here", () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."0123456789abcdef:.%"), maxLength: 40 }),
    fc.ipV4(),
    fc.ipV6(),
  );
  fc.assert(
    fc.property(text, (text) => {
      if (!text.includes("%")) expect(parseIpBytes(text) !== null).toBe(isIP(text) !== 0);
    }),
    { numRuns: 2_000 },
  );
});

test("ranges contain the same addresses as the system's block list", () => {
  const address = fc.tuple(
    fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    fc.integer({ min: 0, max: 32 }),
    fc.nat(40),
  );
  const dotted = (number: number) =>
    [24, 16, 8, 0].map((bits) => (number >>> bits) & 0xff).join(".");
  fc.assert(
    fc.property(address, ([number, prefix, flip]) => {
      const other = dotted((flip > 31 ? number : number ^ (1 << flip)) >>> 0);
      const list = new BlockList();
      list.addSubnet(dotted(number), prefix, "ipv4");
      const range = parseCidr(`${dotted(number)}/${prefix}`)!;
      const isPublic = refusedKind(other, []) === null;
      expect(refusedKind(other, [range]) === null).toBe(isPublic || list.check(other));
    }),
    { numRuns: 1_000 },
  );
});
