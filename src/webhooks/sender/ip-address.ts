/** The bytes of an address: 4 for IPv4, 16 for IPv6. */
export type IpBytes = Uint8Array;

/** Parses an address as written by URLs and resolvers, without its zone; null if invalid. */
export function parseIpAddress(text: string): IpBytes | null {
  return text.includes(":") ? parseIpv6(text) : parseIpv4(text);
}

/** Four decimal numbers: the URL parser has converted hexadecimal, octal and short forms. */
function parseIpv4(text: string): IpBytes | null {
  const parts = text.split(".");
  const isValid = parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part));
  const numbers = parts.map(Number);
  return isValid && numbers.every((number) => number <= 255) ? Uint8Array.from(numbers) : null;
}

function parseIpv6(text: string): IpBytes | null {
  const [address = ""] = text.split("%", 1);
  const halves = address.split("::");
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half, index) => parseGroups(half, index === halves.length - 1));
  if (!head || tail === null) return null;
  if (tail === undefined) return head.length === 16 ? Uint8Array.from(head) : null;
  const gap = 16 - head.length - tail.length;
  // `::` stands for at least one group.
  return gap < 2 ? null : Uint8Array.from([...head, ...new Array<number>(gap).fill(0), ...tail]);
}

/** The bytes of groups between colons. The last group of an address may be in IPv4 form. */
function parseGroups(text: string, isLast: boolean): number[] | null {
  if (text === "") return [];
  const groups = text.split(":");
  const bytes = groups.map((group, index) => {
    if (isLast && index === groups.length - 1 && group.includes(".")) return parseIpv4(group);
    if (!/^[0-9a-f]{1,4}$/i.test(group)) return null;
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.includes(null) ? null : bytes.flatMap((pair) => [...pair!]);
}
