import { spawn } from "node:child_process";
import { once } from "node:events";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openHost } from "../../../../src/tables/host/local.ts";
import { parseEnviron, processEnvs } from "../../../../src/tables/processes/process-envs.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { hostTree } from "../../../helpers/host.ts";

test("variables are split at their first equals sign, and what is none is left out", async () => {
  const { rows } = await processEnvs.collect(hostTree({ from: "proc-web" }));
  expect(rows.filter((row) => row.pid === 813)).toEqual(
    [
      { key: "PATH", value: "/usr/bin:/bin" },
      { key: "API_TOKEN", value: "a=b" },
    ].map((row) => ({ pid: 813, ...row, process_name: "nginx", username: "www-data" })),
  );
});

test("the environment of other users' processes is a gap", async () => {
  const host = closePaths(hostTree({ from: "proc-web" }), /^\/proc\/(1|812)\/environ$/);
  const { rows, gaps } = await processEnvs.collect(host);
  expect(new Set(rows.map((row) => row.pid))).toEqual(new Set([813]));
  expect(gaps).toEqual([
    { reason: "denied", detail: "environment of 2 processes: permission denied" },
  ]);
});

test("every variable comes back as it was given", () => {
  const key = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]*$/);
  const value = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
  fc.assert(
    fc.property(fc.array(fc.record({ key, value })), (variables) => {
      const text = variables.map((each) => `${each.key}=${each.value}\0`).join("");
      expect(parseEnviron(text)).toEqual(variables);
    }),
  );
});

test.runIf(process.platform === "linux")(
  "reads the environment a child was started with",
  async () => {
    const child = spawn("/bin/sleep", ["60"], { env: { INQUEST_TEST: "x y=z" }, stdio: "ignore" });
    await once(child, "spawn");
    const { rows } = await processEnvs.collect(openHost());
    child.kill();
    await once(child, "exit");
    expect(rows).toContainEqual(
      expect.objectContaining({ pid: child.pid, key: "INQUEST_TEST", value: "x y=z" }),
    );
  },
);
