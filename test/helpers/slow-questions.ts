import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { onTestFinished, vi } from "vitest";

const counting = (upTo: string) =>
  `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c ${upTo}) SELECT count(*) AS n FROM c, os_version`;

/** SQL that takes a part of a second, and on a very busy machine not so long that it is given up. */
export const slow = counting("WHERE n < 1000000");

/** SQL that never ends; each call makes another statement. */
export const endless = () => `${counting("")} -- ${randomUUID()}`;

/** Twelve zombie processes. */
export async function manyZombies(): Promise<void> {
  const script = "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 0.1 & done; exec sleep 600";
  const parent = spawn("bash", ["-c", script], { stdio: "ignore" });
  onTestFinished(() => void parent.kill("SIGKILL"));
  await vi.waitFor(
    () => {
      const path = `/proc/${parent.pid}/task/${parent.pid}/children`;
      const children = readFileSync(path, "utf8").trim().split(" ");
      const states = children.map((pid) => readFileSync(`/proc/${pid}/stat`, "utf8"));
      if (children.length < 12 || states.some((stat) => !/\) Z /.test(stat)))
        throw new Error("not all have ended");
    },
    { timeout: 10_000 },
  );
}
