/** A job that launchd has loaded. */
export interface LoadedJob {
  label: string;
  /** Null while it doesn't run. */
  pid: number | null;
  /** How it last ended; negative for a signal. */
  status: number | null;
}

/** "PID\tStatus\tLabel" and a line for each job, "-" where there is nothing to say. */
export function parseLaunchctlList(text: string): LoadedJob[] {
  return text.split("\n").flatMap((line) => {
    const [pid = "", status = "", ...label] = line.split("\t");
    if (label.length === 0 || !/^(\d+|-)$/.test(pid)) return [];
    return [{ label: label.join("\t"), pid: numberOf(pid), status: numberOf(status) }];
  });
}

const numberOf = (text: string) => (/^-?\d+$/.test(text) ? Number(text) : null);

/** Switches of `launchctl print-disabled`: "=> true" until macOS 12, "=> disabled" since. */
export function parseDisabled(text: string): { label: string; disabled: boolean }[] {
  return text.split("\n").flatMap((line) => {
    const [, label, word] = /^\s*"(.*)" => (true|false|disabled|enabled)\s*$/.exec(line) ?? [];
    return label === undefined ? [] : [{ label, disabled: word === "true" || word === "disabled" }];
  });
}
