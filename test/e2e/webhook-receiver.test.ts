import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { eventOf, secrets, signedDelivery } from "../helpers/webhooks.ts";
import { root, tempFolder, untilWritten } from "./run-cli.ts";

const project = fileURLToPath(new URL("../..", import.meta.url));

/** A folder of somebody who has installed the package. */
function consumerFolder(): string {
  const folder = tempFolder();
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "inquest"), "junction");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  return folder;
}

function exampleOfReadme(): string {
  const readme = readFileSync(join(project, "README.md"), "utf8");
  return /## Webhooks\n.*?```ts\n(.*?)```/s.exec(readme)![1]!;
}

test("the README's receiver accepts each signed event once and rejects the rest", async () => {
  const folder = consumerFolder();
  writeFileSync(join(folder, "receiver.js"), exampleOfReadme());
  const receiver = spawn(process.execPath, ["receiver.js"], {
    cwd: folder,
    env: { PORT: "0", WEBHOOK_SECRETS: `${secrets.supplied} ${secrets.generated}` },
  });
  onTestFinished(() => void receiver.kill());
  let told = "";
  receiver.stdout.on("data", (chunk) => {
    told += chunk;
  });
  const port = /port: (\d+)/.exec(await untilWritten(receiver, /port: \d+/))![1];
  const post = (body: string, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}`, { method: "POST", body, headers });

  const event = eventOf({ data: { title: "Größe · 🔑" } });
  for (const secret of Object.values(secrets)) {
    const { body, headers } = signedDelivery({ event, secrets: [secret], atMs: Date.now() });
    expect((await post(body, headers)).status).toBe(204);
  }
  const { body, headers } = signedDelivery({ event, atMs: Date.now() });
  const changed = await post(body.replace("🔑", "🔓"), headers);
  expect(changed.status).toBe(400);
  expect(await changed.text()).toBe("No signature matches this body and the given secrets.");
  const old = signedDelivery({ event, atMs: Date.now() - 400_000 });
  expect(await (await post(old.body, old.headers)).text()).toMatch(/^It was signed 4\d\d s ago, /);

  receiver.kill();
  await once(receiver, "close");
  expect(told.match(/finding\.discovered/g)).toHaveLength(1);
});

test("the package's types fit the README's receiver, and its internals are not exported", () => {
  const folder = consumerFolder();
  writeFileSync(join(folder, "right.ts"), exampleOfReadme());
  writeFileSync(join(folder, "wrong.ts"), exampleOfReadme().replace("nowMs:", "now:"));
  const tsc = join(project, "node_modules", "typescript", "bin", "tsc");
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2023"];
  const types = ["--types", "node", "--typeRoots", join(project, "node_modules", "@types")];
  const checked = spawnSync(process.execPath, [tsc, ...options, ...types, "right.ts", "wrong.ts"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(checked.stdout).toMatch(/^wrong\.ts\S+ error TS2353: [^\n]*'now'[^\n]*\n$/);

  const inside = 'await import("inquest/dist/main.js")';
  const line = ["--input-type=module", "--eval", inside];
  expect(() =>
    execFileSync(process.execPath, line, { cwd: folder, encoding: "utf8", stdio: "pipe" }),
  ).toThrow(/ERR_PACKAGE_PATH_NOT_EXPORTED/);
});
