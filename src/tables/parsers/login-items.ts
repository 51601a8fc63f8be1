/** A background item of macOS 13 and later, from `sfltool dumpbtm`. */
export interface BackgroundItem {
  uid: number;
  name: string;
  type: string;
  enabled: boolean;
  path: string;
}

/** Records grouped by user; an item starts with "#1:" and has one "Key: value" per line. */
export function parseBackgroundItems(text: string): BackgroundItem[] {
  const items: BackgroundItem[] = [];
  let uid = -1;
  let fields: Map<string, string> | undefined;
  for (const line of text.split("\n")) {
    const records = /^\s*Records for UID (-?\d+)/.exec(line);
    if (records) uid = Number(records[1]);
    if (records || /^\s*#\d+:\s*$/.test(line)) {
      addItem(items, fields, uid);
      fields = records ? undefined : new Map([["uid", String(uid)]]);
    } else if (fields) addField(fields, line);
  }
  addItem(items, fields, uid);
  return items;
}

function addField(fields: Map<string, string>, line: string): void {
  const colon = line.indexOf(": ");
  const key = line.slice(0, Math.max(colon, 0)).trim();
  if (key !== "" && !fields.has(key)) fields.set(key, line.slice(colon + 2).trim());
}

function addItem(items: BackgroundItem[], fields: Map<string, string> | undefined, uid: number) {
  const type = fields?.get("Type")?.replace(/ \(0x[0-9a-f]+\)$/, "");
  if (!fields || type === undefined) return;
  const disposition = fields.get("Disposition") ?? "";
  items.push({
    uid: Number(fields.get("uid") ?? uid),
    name: fieldText(fields, "Name") ?? fieldText(fields, "Identifier") ?? "",
    type,
    enabled: /[[ ]enabled\b/.test(disposition) && /[[ ]allowed\b/.test(disposition),
    path: fieldText(fields, "Executable Path") ?? pathOf(fieldText(fields, "URL") ?? ""),
  });
}

/** Apple prints "(null)" for no value. */
function fieldText(fields: Map<string, string>, key: string): string | undefined {
  const value = fields.get(key);
  return value === "(null)" || value === "" ? undefined : value;
}

/** The path of a file URL; paths relative to an app are kept. */
function pathOf(url: string): string {
  const path = url.replace(/^file:\/\//, "").replace(/(?<=.)\/$/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
