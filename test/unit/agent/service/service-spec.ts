import type { ServiceSpec } from "../../../../src/agent/service/types.ts";

export const spec = {
  program: ["/usr/bin/node", "/opt/inquest/bin/run.js", "agents", "run"],
  configPath: "/etc/inquest/agent.json",
  cacheDir: null,
  user: null,
} satisfies ServiceSpec;

/** Names that mean something to systemd, XML or a shell. */
export const hostilePaths = [
  "a b",
  `a"b`,
  "a'b",
  "a\\nb",
  "a\\",
  "%n %% %",
  "$HOME $PATH $$ $",
  "a;b && c # d",
  "<a>&amp;]]></a>",
  "-- --config",
  "ä 文 🗝",
];
