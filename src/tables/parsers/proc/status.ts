/** The fields of /proc/<pid>/status that tables use (proc(5)). */
export interface ProcessStatus {
  /** Truncated to 15 characters by the kernel. */
  name: string;
  /** Real, effective, saved. */
  uids: [number, number, number];
  gids: [number, number, number];
  /** Bytes; absent for kernel threads. */
  residentSize: number | undefined;
  totalSize: number | undefined;
}

export function parseStatus(text: string): ProcessStatus | undefined {
  const uids = idsOf(text, "\nUid:");
  const gids = idsOf(text, "\nGid:");
  if (!uids || !gids || !text.startsWith("Name:")) return undefined;
  return {
    name: fieldAfter(text, "Name:") ?? "",
    uids,
    gids,
    residentSize: bytesOf(fieldAfter(text, "\nVmRSS:")),
    totalSize: bytesOf(fieldAfter(text, "\nVmSize:")),
  };
}

/** The rest of the line that starts with `key`. */
function fieldAfter(text: string, key: string): string | undefined {
  const at = text.indexOf(key);
  if (at < 0) return undefined;
  const end = text.indexOf("\n", at + 1);
  return text.slice(at + key.length, end < 0 ? undefined : end).trim();
}

function idsOf(text: string, key: string): [number, number, number] | undefined {
  const [real, effective, saved] = (fieldAfter(text, key) ?? "").split(/\s+/).map(Number);
  if (saved === undefined || Number.isNaN(Number(real) + Number(effective) + saved))
    return undefined;
  return [Number(real), Number(effective), saved];
}

const bytesOf = (kilobytes: string | undefined) => {
  const count = Number.parseInt(kilobytes ?? "", 10);
  return Number.isNaN(count) ? undefined : count * 1024;
};
