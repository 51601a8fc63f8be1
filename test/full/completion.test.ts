import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliIn, ended, root, tempFolder } from "../e2e/run-cli.ts";
import { serverFolder } from "../helpers/server-process.ts";

/** Shells in which a line is completed; each finds the program as `inquest`. */
function shellsIn(home: string, extra: Record<string, string> = {}) {
  const bin = join(home, "bin");
  mkdirSync(bin, { recursive: true });
  const shim = `#!/bin/sh\nexec '${process.execPath}' '${join(root, "bin/run.js")}' "$@"\n`;
  writeFileSync(join(bin, "inquest"), shim);
  chmodSync(join(bin, "inquest"), 0o755);
  const env = { ...cliIn(home).env, ...extra, PATH: `${bin}:${process.env.PATH}` };
  const run = async (shell: string, args: string[]) => {
    const { stdout, stderr, code } = await ended(spawn(shell, args, { cwd: home, env }));
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    return stdout.split("\n").filter((line) => line !== "");
  };
  return {
    bash: (line: string) => run("bash", ["--norc", "-c", inBash, "bash", line]),
    zsh: (line: string) => run("zsh", ["-f", "-c", inZsh, "zsh", line]),
    fish: (line: string) => run("fish", ["--no-config", "-c", inFish, line]),
  };
}

const inBash = `
source <(inquest autocomplete bash)
COMP_LINE="$1" COMP_POINT=\${#1}
read -ra COMP_WORDS <<< "$1"
_inquest
printf '%s\\n' "\${COMPREPLY[@]}"`;

// Outside the line editor there is no completion list, so the candidates are printed.
const inZsh = `
source <(inquest autocomplete zsh)
_describe() { print -rl -- "\${(@P)3}" }
words=("\${(@s: :)1}") CURRENT=\${#words}
_inquest; true`;

const inFish = `
inquest autocomplete fish | source
complete -C "$argv[1]"`;

const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;
const missing = ["zsh", "fish"].filter((shell) => !has(shell));
if (missing.length > 0)
  console.warn(`Not tried, for they aren't installed: ${missing.join(", ")}.`);

test("bash completes commands, flags, fixed values and files", async () => {
  const home = tempFolder();
  const { bash } = shellsIn(home);
  expect(await bash("inquest webhooks re")).toEqual(["replay", "resume"]);
  expect(await bash("investigate --dep")).toEqual(["--depth"]);
  expect(await bash("inquest investigate --depth ")).toEqual(["quick", "standard", "deep"]);
  // bash itself has cut the word at `=`.
  expect(await bash("inquest investigate --depth=q")).toEqual(["quick"]);
  expect(await bash("inquest frobnicate ")).toEqual([]);
});

test("each shell completes the ids of a running server", async () => {
  const home = tempFolder();
  const folder = serverFolder(home);
  const { call } = await folder.start("--no-local-agent");
  const { body: hook } = await call("POST", "/v1/webhooks/subscriptions", {
    body: { url: "https://receiver.example/hook", events: ["*"] },
  });
  const shells = shellsIn(home);
  // On a busy machine the server may not answer in the time that a shell is held.
  const inTime = { timeout: 20_000 };
  const completed = (shell: "bash" | "fish" | "zsh", typed: string) =>
    expect.poll(() => shells[shell](typed), inTime);
  await completed("bash", "inquest webhooks show ").toEqual([hook.id]);
  const line = `inquest webhooks deliveries --subscription ${hook.id.slice(0, 6)}`;
  await completed("bash", line).toEqual([hook.id]);
  if (has("fish")) {
    await completed("fish", line).toEqual([`${hook.id}\t${hook.url}`]);
    expect(await shells.fish("inquest webhooks rot")).toEqual([
      "rotate\tPut a new signing secret in the place of a subscription's",
    ]);
    expect((await shells.fish("investigate --mode ")).sort()).toEqual(["auto", "cached", "live"]);
  }
  if (has("zsh")) {
    await completed("zsh", line).toEqual([`${hook.id}:${hook.url}`]);
    expect(await shells.zsh("investigate --mode ")).toEqual(["auto", "cached", "live"]);
  }
}, 60_000);

test("a server that never answers does not block the shell and prints nothing", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  const { port } = silent.address() as { port: number };
  const place = { INQUEST_SERVER: `http://127.0.0.1:${port}`, INQUEST_API_KEY: "iq_x" };
  const { bash } = shellsIn(tempFolder(), place);
  expect(await bash("inquest webhooks show ")).toEqual([]);
  silent.close();
});
