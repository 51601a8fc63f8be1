import { TableUnavailable } from "../host/gap.ts";
import type { GapReader } from "../host/gap-reader.ts";
import { isRoot } from "../host/tool-output.ts";

/** An open file of a process, with lsof's field letters: "f" descriptor, "t" type, "n" name… */
export interface OpenFile {
  pid: number;
  command: string;
  user: string;
  fields: Map<string, string>;
}

/**
 * No name resolution, no warnings, untruncated names; fields end in NUL, so that no name can forge
 * a field.
 */
export const lsofArgs = (...selection: string[]) => [
  ..."-n -P -w +c 0".split(" "),
  ...selection,
  "-F0pcLftPnTd",
];

/** Open files of all processes; unless the agent is root, those of its own user and a gap. */
export async function listOpenFiles(
  read: GapReader,
  selection: string[],
  what: string,
): Promise<OpenFile[]> {
  // lsof exits with 1 when a process ended while it ran, and when it found nothing.
  const { stdout, exitCode } = await read.host.run("lsof", lsofArgs(...selection));
  if (exitCode > 1) throw new TableUnavailable("error", `lsof exited with code ${exitCode}`);
  if (!(await isRoot(read.host)))
    read.report({
      reason: "denied",
      detail: `${what} of other users' processes: only root can read them`,
    });
  return parseLsof(stdout);
}

/** Field output: one line per process ("p…"), followed by one per open file ("f…"). */
export function parseLsof(text: string): OpenFile[] {
  const files: OpenFile[] = [];
  let owner: Map<string, string> | undefined;
  for (const line of text.split("\n")) {
    const fields = fieldsOf(line);
    if (fields.has("p")) owner = fields;
    const pid = Number(owner?.get("p"));
    if (!owner || !fields.has("f") || !Number.isInteger(pid)) continue;
    files.push({ pid, command: commandOf(owner.get("c")), user: owner.get("L") ?? "", fields });
  }
  return files;
}

/** lsof escapes a space in a program name as "\\x20". */
const commandOf = (text = "") => text.replaceAll("\\x20", " ");

/** "T" may repeat: TST= is the state, TQR= and TQS= are queues. */
function fieldsOf(line: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const field of line.split("\0")) {
    if (field === "") continue;
    const isState = field.startsWith("TST=");
    if (field[0] === "T" && !isState) continue;
    fields.set(field[0]!, isState ? field.slice(4) : field.slice(1));
  }
  return fields;
}
