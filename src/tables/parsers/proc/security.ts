/** What /proc/<pid>/status has about a process's rights (proc(5)). */
export interface ProcessRights {
  euid: number;
  /** The effective group and the supplementary ones. */
  gids: number[];
  /** It and its children get no rights by the programs they run. */
  noNewPrivileges: boolean;
  /** What it may use, or could take up, as a bit mask. */
  permitted: bigint;
  /** What any program that it runs could get. */
  bounding: bigint;
}

export function parseRights(text: string): ProcessRights | undefined {
  const field = (name: string) => new RegExp(`^${name}:[\\t ]*(.+)$`, "m").exec(text)?.[1];
  const euid = field("Uid")?.split(/\s+/)[1];
  const [permitted, bounding] = [maskOf(field("CapPrm")), maskOf(field("CapBnd"))];
  if (euid === undefined || permitted === undefined || bounding === undefined) return undefined;
  const gids = [field("Gid")?.split(/\s+/)[1] ?? "", ...(field("Groups") ?? "").split(/\s+/)];
  return {
    euid: Number(euid),
    gids: gids.filter((gid) => gid !== "").map(Number),
    noNewPrivileges: field("NoNewPrivs") === "1",
    permitted,
    bounding,
  };
}

const maskOf = (hex: string | undefined) =>
  hex !== undefined && /^[0-9a-f]{1,16}$/.test(hex) ? BigInt(`0x${hex}`) : undefined;

/** In the order of their bits, from <linux/capability.h>. */
const names =
  "CHOWN DAC_OVERRIDE DAC_READ_SEARCH FOWNER FSETID KILL SETGID SETUID SETPCAP LINUX_IMMUTABLE NET_BIND_SERVICE NET_BROADCAST NET_ADMIN NET_RAW IPC_LOCK IPC_OWNER SYS_MODULE SYS_RAWIO SYS_CHROOT SYS_PTRACE SYS_PACCT SYS_ADMIN SYS_BOOT SYS_NICE SYS_RESOURCE SYS_TIME SYS_TTY_CONFIG MKNOD LEASE AUDIT_WRITE AUDIT_CONTROL SETFCAP MAC_OVERRIDE MAC_ADMIN SYSLOG WAKE_ALARM BLOCK_SUSPEND AUDIT_READ PERFMON BPF CHECKPOINT_RESTORE".split(
    " ",
  );

/** "CHOWN, SYS_ADMIN". */
export const capabilityNames = (mask: bigint): string =>
  names.filter((_, bit) => (mask >> BigInt(bit)) & 1n).join(", ");

/** The outer id of user 0 in /proc/<pid>/uid_map; null if it has none. */
export function outerRoot(map: string): number | null {
  for (const line of map.trim().split("\n")) {
    const [inner, outer] = line.trim().split(/\s+/).map(Number);
    if (inner === 0 && outer !== undefined) return outer;
  }
  return null;
}
