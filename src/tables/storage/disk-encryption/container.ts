/** What a block device contains. */
export interface Container {
  /** "LUKS" or "BITLK"; undefined when it is not encrypted. */
  type: string | undefined;
  uuid: string;
}

/** By udev's (libblkid's) name of the content. */
const encryptedContents: Record<string, string> = { crypto_LUKS: "LUKS", BitLocker: "BITLK" };

/** Undefined when udev has not looked at the content. */
export function containerOfUdev(properties: Map<string, string>): Container | undefined {
  const content = properties.get("ID_FS_TYPE");
  if (content === undefined && !properties.has("ID_PART_TABLE_TYPE")) return undefined;
  return { type: encryptedContents[content ?? ""], uuid: properties.get("ID_FS_UUID") ?? "" };
}

/** Covers a LUKS header (LUKS2 On-Disk Format Specification, section 2.1) as far as its UUID. */
export const startBytes = 4096;
const luks = "LUKS\xba\xbe";
const bitLocker = "-FVE-FS-";

export function containerOfStart(start: Buffer): Container {
  const text = start.toString("latin1");
  if (text.startsWith(luks))
    return { type: "LUKS", uuid: text.slice(168, 208).replace(/\0[\s\S]*$/, "") };
  return { type: text.startsWith(bitLocker, 3) ? "BITLK" : undefined, uuid: "" };
}
