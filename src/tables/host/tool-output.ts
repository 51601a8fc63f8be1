import { TableUnavailable } from "./gap.ts";
import type { Host } from "./port.ts";

/** The output of a tool without which the table is unavailable. */
export async function requiredOutput(host: Host, tool: string, args: string[]): Promise<string> {
  const { stdout, exitCode } = await host.run(tool, args);
  if (exitCode === 0) return stdout;
  throw new TableUnavailable("error", `${nameOf(tool)} exited with code ${exitCode}`);
}

/** A tool's name without its folder. */
export const nameOf = (tool: string) => tool.slice(tool.lastIndexOf("/") + 1);

/**
 * Whether the agent runs as root: other accounts only see their own processes' files and sockets.
 */
export async function isRoot(host: Host): Promise<boolean> {
  return (await requiredOutput(host, "id", ["-u"])).trim() === "0";
}
