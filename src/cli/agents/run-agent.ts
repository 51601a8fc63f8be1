import { untilAborted } from "../server/run-server.ts";

export interface AgentRunFlags {
  config?: string;
  tags?: string;
}

/** A stop that takes longer than this is broken off: whoever sent the signal waits. */
const stopWithinMs = 1_800;

/** Runs the endpoint agent until `signal` is aborted. */
export async function runAgent(flags: AgentRunFlags, signal: AbortSignal): Promise<void> {
  const { startEndpointAgent } = await import("../../compose/agent/start-endpoint-agent.ts");
  const agent = await startEndpointAgent({
    file: flags.config,
    tags: flags.tags,
    env: process.env,
    output: process.stderr,
  });
  await untilAborted(signal);
  setTimeout(() => process.exit(0), stopWithinMs).unref();
  await agent.stop();
}
