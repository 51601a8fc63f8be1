/** The fields of /proc/<pid>/stat that tables use (proc(5)); times in clock ticks of 1/100 s. */
export interface ProcessStat {
  state: string;
  parent: number;
  processGroup: number;
  isKernelThread: boolean;
  userTicks: number;
  systemTicks: number;
  nice: number;
  threads: number;
  /** Ticks after boot. */
  startTicks: number;
}

/** USER_HZ: 100 on every architecture Node runs on. */
export const ticksPerSecond = 100;

const kernelThreadFlag = 0x0020_0000; // PF_KTHREAD, linux/sched.h

/**
 * The name is in parentheses and may contain spaces and parentheses: fields start after the last
 * ")".
 */
export function parseStat(text: string): ProcessStat | undefined {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const number = (position: number) => Number(fields[position - 3]); // positions as numbered in proc(5)
  const startTicks = number(22);
  if (fields.length < 20 || !Number.isFinite(startTicks)) return undefined;
  return {
    state: fields[0] ?? "",
    parent: number(4),
    processGroup: number(5),
    isKernelThread: (number(9) & kernelThreadFlag) !== 0,
    userTicks: number(14),
    systemTicks: number(15),
    nice: number(19),
    threads: number(20),
    startTicks,
  };
}
