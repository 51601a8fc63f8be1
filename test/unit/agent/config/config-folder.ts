import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ConfigSource } from "../../../../src/agent/config/types.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

export const place = { hostname: "web1", home: "/home/ada", platform: "linux" } as const;

export const least = { brain_url: "https://brain.test", api_key: "iq_a_b" };

/** Where an agent's settings come from, its config file holding `content`. */
export function sourceOf(content: unknown, over: Partial<ConfigSource> = {}): ConfigSource {
  const file = join(temporaryFolder(), "agent.json");
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(file, text, { mode: 0o600 });
  return { file, env: {}, flags: {}, machine: place, ...over };
}
