// Run by the backend test: opens a backend that fails at its last step, and prints the outcome.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openBackend } from "../../../../src/compose/backend/open-backend.ts";
import { readSimulatedHosts } from "../../../../src/compose/simulated/read-simulated-hosts.ts";
import { defaultWebhookSettings } from "../../../../src/compose/webhooks/webhook-settings.ts";
import { createLogger } from "../../../../src/server/http/log.ts";

const [dataDir = "", hostsDir = ""] = process.argv.slice(2);

try {
  await openBackend({
    dataDir,
    localAgent: true,
    simulatedHosts: readSimulatedHosts([hostsDir]),
    snapshots: true,
    own: {},
    isReachable: true,
    webhooks: defaultWebhookSettings,
    minCuriosityIntervalMs: 60_000,
    rateLimitPerMinute: 0,
    log: createLogger("warn", process.stderr),
    tls: { cert: "not a certificate", key: "not a key" },
  });
  console.log(JSON.stringify({ opened: true }));
} catch (error) {
  const { message } = error as Error;
  console.log(JSON.stringify({ message, locked: existsSync(join(dataDir, "lock")) }));
}
