import { maxDepth, type PlistDict, PlistError, type PlistValue } from "./values.ts";

interface Container {
  items: PlistValue[];
  /** Keys of a dictionary, one before each item; null in a list. */
  keys: string[] | null;
}

const scalarTags = new Set(["key", "string", "integer", "real", "date", "data"]);

/** An XML property list, plist(5). Documents that declare entities are rejected. */
export function parseXmlPlist(text: string): PlistValue {
  const open: Container[] = [];
  let leaf: { name: string; text: string } | null = null;
  let found: PlistValue | undefined;

  function add(value: PlistValue): void {
    const container = open.at(-1);
    if (!container) found ??= value;
    else if (container.keys && container.keys.length !== container.items.length + 1)
      throw new PlistError("value without a key");
    else container.items.push(value);
  }

  function close(name: string): void {
    if (leaf) {
      if (leaf.name !== name) throw new PlistError(`<${leaf.name}> is not closed`);
      if (name === "key") addKey(decode(leaf.text));
      else add(leafValue(name, leaf.text));
      leaf = null;
    } else if (name === "array" || name === "dict") add(closeContainer(open.pop(), name));
  }

  function addKey(key: string): void {
    const keys = open.at(-1)?.keys;
    if (!keys || keys.length !== open.at(-1)!.items.length) throw new PlistError("misplaced key");
    keys.push(key);
  }

  function begin(name: string, isEmpty: boolean): void {
    if (leaf) throw new PlistError(`<${name}> inside <${leaf.name}>`);
    if (name === "true" || name === "false") {
      if (isEmpty) add(name === "true");
    } else if (scalarTags.has(name)) leaf = { name, text: "" };
    else if (name === "array" || name === "dict") {
      if (open.length >= maxDepth) throw new PlistError("nested too deeply");
      open.push({ items: [], keys: name === "dict" ? [] : null });
    }
    if (isEmpty) close(name);
  }

  for (const { tag, before } of tagsOf(text)) {
    if (leaf) (leaf as { text: string }).text += before;
    if (tag.startsWith("/")) close(tag.slice(1).trim());
    else begin(/^[A-Za-z]*/.exec(tag)![0], tag.endsWith("/"));
  }
  if (found === undefined || open.length > 0) throw new PlistError("not a property list");
  return found;
}

/**
 * Tags with their preceding text; comments and declarations are skipped, plists don't use CDATA.
 */
function* tagsOf(text: string): Generator<{ tag: string; before: string }> {
  let at = 0;
  while (true) {
    const start = text.indexOf("<", at);
    if (start < 0) return;
    const isComment = text.startsWith("<!--", start);
    const end = text.indexOf(isComment ? "-->" : ">", start);
    if (end < 0) throw new PlistError("unclosed tag");
    const tag = text.slice(start + 1, end);
    if (tag.startsWith("!DOCTYPE") && tag.includes("["))
      throw new PlistError("document type declaration not allowed");
    if (!/^[!?]/.test(tag)) yield { tag, before: text.slice(at, start) };
    at = end + (isComment ? 3 : 1);
  }
}

function closeContainer(container: Container | undefined, name: string): PlistValue {
  if (!container || (name === "dict") !== (container.keys !== null))
    throw new PlistError(`</${name}> without an opening tag`);
  if (!container.keys) return container.items;
  if (container.keys.length !== container.items.length) throw new PlistError("key without a value");
  const entries = container.keys.map((key, index) => [key, container.items[index]!] as const);
  return new Map(entries) satisfies PlistDict;
}

function leafValue(name: string, raw: string): PlistValue {
  const text = decode(raw);
  if (name === "integer") return integerOf(text.trim());
  if (name === "real") return Number(text);
  if (name === "date") return new Date(text.trim());
  if (name === "data") return Buffer.from(text, "base64");
  return text;
}

function integerOf(text: string): number | bigint {
  if (!/^[+-]?(?:\d{1,20}|0x[\dA-Fa-f]{1,16})$/.test(text)) throw new PlistError("not an integer");
  const value = BigInt(text.replace(/^[+-]/, "")) * (text.startsWith("-") ? -1n : 1n);
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decode(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|([a-z]{2,4}));/g,
    (whole, ten, hex, name) => {
      if (name) return entities[name] ?? whole;
      const code = ten ? Number(ten) : Number.parseInt(hex, 16);
      return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
