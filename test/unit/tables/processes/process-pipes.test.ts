import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { openHost } from "../../../../src/tables/host/local.ts";
import { processNamespaces } from "../../../../src/tables/processes/process-namespaces.ts";
import { processOpenPipes } from "../../../../src/tables/processes/process-open-pipes.ts";
import { collectRows } from "../../../helpers/collect-table.ts";

test.runIf(process.platform === "linux")("both ends of a real pipe find each other", async () => {
  const child = spawn("cat", { stdio: ["pipe", "pipe", "ignore"] });
  const inner = spawn("sh", ["-c", "echo ready; sleep 60 | cat"], {
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  try {
    await once(inner.stdout, "data");
    const childrenOf = (pid: number) =>
      execFileSync("cat", [`/proc/${pid}/task/${pid}/children`], { encoding: "utf8" })
        .trim()
        .split(" ")
        .map(Number);
    await expect.poll(() => childrenOf(inner.pid!).length).toBe(2);
    const [writer, reader] = childrenOf(inner.pid!);
    const rows = await collectRows(processOpenPipes, openHost());
    expect(rows).toContainEqual(
      expect.objectContaining({ pid: writer, mode: "w", partner_pid: reader, partner_mode: "r" }),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({ pid: reader, mode: "r", partner_pid: writer, partner_mode: "w" }),
    );
    const spaces = await collectRows(processNamespaces, openHost());
    const own = spaces.find(({ pid }) => pid === process.pid);
    expect(own?.net_namespace).toMatch(/^\d+$/);
    expect(spaces.find(({ pid }) => pid === child.pid)).toEqual({ ...own, pid: child.pid });
  } finally {
    process.kill(-inner.pid!, "SIGKILL");
    child.kill();
    await Promise.all([once(inner, "close"), once(child, "close")]);
  }
});
