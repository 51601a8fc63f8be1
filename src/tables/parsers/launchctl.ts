/** A job that launchd has loaded. */
export interface LoadedJob {
  label: string;
  /** Null while it isn't running. */
  pid: number | null;
  /** Its last exit status; negative for a signal. */
  status: number | null;
}

/** A "PID\tStatus\tLabel" header and one line per job, with "-" for no value. */
export function parseLaunchctlList(text: string): LoadedJob[] {
  return text.split("\n").flatMap((line) => {
    const [pid = "", status = "", ...label] = line.split("\t");
    if (label.length === 0 || !/^(\d+|-)$/.test(pid)) return [];
    return [{ label: label.join("\t"), pid: numberOf(pid), status: numberOf(status) }];
  });
}

const numberOf = (text: string) => (/^-?\d+$/.test(text) ? Number(text) : null);

/** Parses `launchctl print-disabled`: "=> true" up to macOS 12, "=> disabled" since. */
export function parseDisabled(text: string): { label: string; disabled: boolean }[] {
  return text.split("\n").flatMap((line) => {
    const [, label, word] = /^\s*"(.*)" => (true|false|disabled|enabled)\s*$/.exec(line) ?? [];
    return label === undefined ? [] : [{ label, disabled: word === "true" || word === "disabled" }];
  });
}
