import { type Gap, gapOf, TableUnavailable } from "./gap.ts";
import type { Host } from "./port.ts";

/** What a tool printed, where a table has nothing to say without it. */
export async function requiredOutput(host: Host, tool: string, args: string[]): Promise<string> {
  const { stdout, exitCode } = await host.run(tool, args);
  if (exitCode === 0) return stdout;
  throw new TableUnavailable("error", `${nameOf(tool)} ended with exit code ${exitCode}`);
}

/** What a tool printed; a gap of some columns when it can't be had. */
export async function optionalOutput(
  host: Host,
  [tool, ...args]: [string, ...string[]],
  { gaps, columns }: { gaps: Gap[]; columns?: string[] },
): Promise<string | undefined> {
  try {
    return await requiredOutput(host, tool, args);
  } catch (error) {
    gaps.push({ ...gapOf(error, nameOf(tool)), ...(columns ? { columns } : {}) });
    return undefined;
  }
}

const nameOf = (tool: string) => tool.slice(tool.lastIndexOf("/") + 1);

/** Whether the agent is root: others are shown only their own processes' files and sockets. */
export async function isRoot(host: Host): Promise<boolean> {
  return (await requiredOutput(host, "id", ["-u"])).trim() === "0";
}
