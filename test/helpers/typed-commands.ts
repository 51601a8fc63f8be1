import { execFileSync } from "node:child_process";

/** What bash makes of a line: the arguments of each command of ours on it. Nothing is run. */
export function typedCommands(lines: string[], folder: string): string[][][] {
  const script = [
    // What isn't ours is not there to be found, so a recorded line changes nothing.
    "PATH=/nowhere",
    "command_not_found_handle() { :; }",
    `record() { printf '%s\\0' "$@" $'\\x01' >&3; }`,
    'inquest() { record "$@"; }',
    'investigate() { record investigate "$@"; }',
    'sudo() { [ "$1" = -u ] && shift 2; "$@"; }',
    ...lines.flatMap((line) => [line, "wait", "printf '\\2\\0' >&3"]),
  ].join("\n");
  const options = {
    cwd: folder,
    encoding: "utf8" as const,
    stdio: ["ignore", "pipe", "pipe"] as const,
  };
  const recorded = execFileSync("bash", ["-c", `exec 3>&1 1>/dev/null\n${script}`], {
    ...options,
    stdio: [...options.stdio],
  });
  return recorded
    .split("\u0002\0")
    .slice(0, -1)
    .map((line) =>
      line
        .split("\u0001\0")
        .slice(0, -1)
        .map((command) => command.split("\0").slice(0, -1)),
    );
}
