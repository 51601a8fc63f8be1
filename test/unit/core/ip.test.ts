import fc from "fast-check";
import { expect, test } from "vitest";
import { isPublic } from "../../../src/brain/pathfinder/addresses/special-ranges.ts";
import {
  compareIps,
  ipKey,
  isInRange,
  overlap,
  parseBlock,
  parseIp,
  parseRange,
} from "../../../src/core/ip.ts";

test("an address is one, however it is written", () => {
  const same = [
    ["10.0.0.5", "::ffff:10.0.0.5"],
    ["fe80::1%eth0", "fe80::1"],
    ["2001:db8:0:0:0:0:0:1", "2001:DB8::1"],
    ["::", "0:0:0:0:0:0:0:0"],
  ];
  for (const [one, other] of same) expect(ipKey(parseIp(one!)!)).toBe(ipKey(parseIp(other!)!));
});

test.each(["", "10.0.0", "10.0.0.256", "web-1", "10.0.0.0/8", ":::"])(
  "%j is no address",
  (text) => {
    expect(parseIp(text)).toBeNull();
  },
);

test.each([
  ["10.0.0.0/8", "10.255.255.255", true],
  ["10.0.0.0/8", "11.0.0.0", false],
  ["10.0.0.0/255.0.0.0", "10.9.9.9", true],
  ["10.0.0.0/255.0.0.0", "11.9.9.9", false],
  ["10.0.0.1-10.0.0.9", "10.0.0.9", true],
  ["10.0.0.1-10.0.0.9", "10.0.0.10", false],
  ["0.0.0.0/0", "203.0.113.9", true],
  ["0.0.0.0/0", "2001:db8::1", false],
  ["2001:db8::/32", "2001:db8:1::5", true],
  ["2001:db8::/32", "2001:db9::5", false],
  ["::/0", "10.0.0.1", true],
])("%s has %s: %s", (range, address, expected) => {
  expect(isInRange(parseIp(address)!, parseRange(range)!)).toBe(expected);
});

test.each(["10.0.0.0/33", "10.0.0.0/255.0.255.0", "10.0.0.9-10.0.0.1", "@trusted", "fe80::/129"])(
  "%s is no range",
  (text) => {
    expect(parseRange(text)).toBeNull();
  },
);

test("an interface's mask gives its subnet", () => {
  expect(parseBlock("10.1.2.3", "255.255.255.0")).toEqual(parseRange("10.1.2.0/24"));
  expect(parseBlock("10.1.2.3", "24")).toEqual(parseRange("10.1.2.0/24"));
  expect(parseBlock("2001:db8::5", "ffff:ffff:ffff:ffff::")).toEqual(parseRange("2001:db8::/64"));
});

test("a part is inside, outside or across", () => {
  const whole = parseRange("10.0.0.0/16")!;
  expect(overlap(parseRange("10.0.3.0/24")!, whole)).toBe("all");
  expect(overlap(parseRange("10.1.0.0/24")!, whole)).toBe("none");
  expect(overlap(parseRange("10.0.0.0/8")!, whole)).toBe("some");
});

test.each([
  ["203.0.113.9", true],
  ["2001:db8::1", true],
  ["10.0.0.1", false],
  ["172.31.0.1", false],
  ["192.168.1.1", false],
  ["127.0.0.1", false],
  ["169.254.1.1", false],
  ["fd00::1", false],
  ["fe80::1", false],
])("%s is public: %s", (address, expected) => {
  expect(isPublic(parseIp(address)!)).toBe(expected);
});

test("every address is in its own blocks, and blocks nest", () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(32), (address, bits) => {
      const ip = parseIp(address)!;
      const block = parseBlock(address, String(bits))!;
      expect(isInRange(ip, block)).toBe(true);
      expect(compareIps(block.first, block.last)).toBeLessThanOrEqual(0);
      if (bits > 0) expect(overlap(block, parseBlock(address, String(bits - 1))!)).toBe("all");
    }),
  );
});
