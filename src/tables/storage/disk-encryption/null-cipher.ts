import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";

/**
 * Names of dm-crypt mappings whose cipher leaves data as it is, from `dmsetup table`, which shows no
 * keys. Only root may ask; for others a mapping stands for encryption.
 */
export async function readNullMappings(host: Host): Promise<ReadonlySet<string>> {
  const printed = await gapReader(host).output("dmsetup", "table", "--target", "crypt");
  return new Set(
    [...(printed ?? "").matchAll(/^(.+): \d+ \d+ crypt (?:capi:\S*)?cipher_null/gm)].map(
      ([, name]) => name!,
    ),
  );
}

/** The binary header and the JSON area of LUKS2, at their usual size. */
export const luksHeaderBytes = 16_384;
const jsonStart = 4096;

/**
 * "LUKS1" or "LUKS2" if the header at the start of a device names the cipher that does nothing (LUKS1
 * On-Disk Format Specification, section 2.1; LUKS2, section 3.3).
 */
export function nullCipherOfStart(start: Buffer): "LUKS1" | "LUKS2" | undefined {
  if (start.toString("latin1", 0, 6) !== "LUKS\xba\xbe" || start.length < jsonStart)
    return undefined;
  const version = start.readUInt16BE(6);
  if (version === 1)
    return /^cipher_null\0/.test(start.toString("latin1", 8, 40)) ? "LUKS1" : undefined;
  return version === 2 && areSegmentsPlain(start) ? "LUKS2" : undefined;
}

function areSegmentsPlain(start: Buffer): boolean {
  const [json = ""] = start.toString("utf8", jsonStart).split("\0", 1);
  try {
    const { segments } = JSON.parse(json) as {
      segments?: Record<string, { encryption?: unknown }>;
    };
    const ciphers = Object.values(segments ?? {}).map(({ encryption }) => String(encryption));
    return ciphers.length > 0 && ciphers.every((cipher) => /^cipher_null\b/.test(cipher));
  } catch {
    // Cut off or damaged: nothing is known of its cipher.
    return false;
  }
}
