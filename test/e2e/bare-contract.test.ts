import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type BareServer, startBareServer } from "../helpers/bare-server.ts";
import { cliIn, ended, tempFolder, untilWritten } from "./run-cli.ts";

/** A service with the contract alone, logged in to, and the commands against it. */
async function loggedIn() {
  const server = await startBareServer();
  const folder = tempFolder();
  const cli = cliIn(folder);
  const key = ["--api-key", "-", "--profile", "bare"];
  const login = await cli.typed(`${server.key}\n`, "login", "--server", server.url, ...key);
  const run = (...args: string[]) => cli.command(...args, "--profile", "bare");
  const json = async (...args: string[]) => JSON.parse((await run(...args, "--json")).stdout);
  const start = (...args: string[]) => cli.start(...args, "--profile", "bare");
  return { server, folder, cli, login, run, json, start };
}

const sent = ({ requests }: BareServer) => requests.map(({ method, path }) => `${method} ${path}`);

test("login checks a key and stores it readable for its owner only; logout removes it", async () => {
  const { server, folder, cli, login, run } = await loggedIn();
  expect(login).toMatchObject({ code: 0, stdout: expect.stringContaining("profile bare") });
  const kept = join(folder, ".config", "inquest", "profiles", "bare.json");
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  const profiles = await cli.command("profiles");
  expect(profiles.stdout).toContain(server.url);
  expect(profiles.stdout).not.toContain(server.key);

  const refused = await cli.command("login", "--server", server.url, "--api-key", "wrong");
  expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining("Nothing was saved") });
  expect((await cli.command("logout")).code).toBe(4);
  expect((await run("logout")).code).toBe(0);
  expect((await run("investigate", "list")).code).toBe(4);
});

test("a question is asked, followed by polling, listed, shown and cancelled", async () => {
  const { server, run, json } = await loggedIn();
  const asked = await run("investigate", "who can log in as root?");
  expect(asked).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Two can\.\n\nThe server .+ which hosts it queried\.\ninv_1 /),
  });
  expect(sent(server).filter((line) => line === "GET /v1/investigations/inv_1/stream")).toEqual([
    "GET /v1/investigations/inv_1/stream",
  ]);
  expect(await json("investigate", "show", "inv_1")).toEqual({
    investigation_id: "inv_1",
    started_at: "2026-01-31T08:00:00.000Z",
    status: "completed",
    progress: {},
    summary: { narrative: "Two can.", severity: "high" },
  });
  expect((await run("investigate", "list")).stdout).toMatch(/\ninv_1 +completed +high/);
  expect((await run("investigate", "watch", "inv_1")).stdout).toContain("Two can.");
  expect(await json("investigate", "cancel", "inv_1")).toEqual({ ok: true, status: "cancelled" });
  expect((await run("investigate", "show", "inv_9")).code).toBe(4);
});

test("a report states which data the service did not provide", async () => {
  const { run } = await loggedIn();
  await run("investigate", "who can log in as root?");
  for (const format of ["markdown", "html", "sarif"]) {
    const { code, stdout } = await run("investigate", "show", "inv_1", "--format", format);
    expect([format, code]).toEqual([format, 0]);
    expect(stdout).toMatch(/The server does not report which hosts it queried/);
    expect(stdout).not.toMatch(/Asked 0|agents_targeted|every host|asked live|standard, auto/i);
  }
});

test("the recommendation of a trigger is followed", async () => {
  const { server, run } = await loggedIn();
  const question = ["investigate", "who can log in as root?", "--rerun-if-stale"];
  await run(...question, "--mode", "cached");
  const bodies = server.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(bodies).toMatchObject([
    { mode: "cached" },
    { mode: "live", scope: { filter: { tags: { env: "prod" } } } },
  ]);
});

test("subscriptions are created, changed, tested and deleted, and their deliveries are read", async () => {
  const { run, json, start } = await loggedIn();
  const { id } = await json("webhooks", "create", "https://hooks.test/", "--event", "*");
  expect((await run("webhooks", "pause", id)).stdout).toContain("is paused");
  expect((await run("webhooks", "update", id, "--url", "https://b.test/")).stdout).toMatch(
    /^sub_1\nurl +https:\/\/b\.test\/\n$/,
  );
  expect((await run("webhooks", "rotate", id)).stderr).toContain("no new secret");
  expect((await run("webhooks", "test", id)).stdout).toContain(`deliveries --subscription ${id}`);
  const shown = await run("webhooks", "deliveries", "dlv_1");
  expect(shown.stdout).toMatch(/^dlv_1\nstatus +delivered after 1 attempt\n/);
  expect((await run("webhooks", "deliveries", "dlv_9")).code).toBe(4);

  const following = start("webhooks", "deliveries", "--follow", "--since", "1h");
  expect((await ended(following)).stderr).toContain("doesn't support filtering deliveries by time");
  expect((await run("webhooks", "replay", "dlv_1")).stdout).toMatch(/1 delivered/);
  expect((await run("webhooks", "delete", id, "--yes")).code).toBe(0);
});

test("deliveries are followed by polling the list", async () => {
  const { server, start } = await loggedIn();
  server.deliver();
  const following = start("webhooks", "deliveries", "--follow", "--json");
  const written = untilWritten(following, /\n/);
  await untilAsked(server, "GET /v1/webhooks/deliveries/stream");
  server.deliver({ status: "dead_lettered", last_response_code: 410 });
  expect(JSON.parse(await written)).toMatchObject({
    delivery_id: "dlv_2",
    last_response_code: 410,
  });
  following.kill("SIGINT");
});

test("scheduled questions and agents work with the list endpoints alone", async () => {
  const { run, json } = await loggedIn();
  expect((await run("agents", "list")).stdout).toMatch(/\nweb-1 +Connected/);
  expect((await run("agents", "show", "web-1")).stdout).toMatch(/^web-1\nstatus +Connected\n/);
  expect((await run("agents", "show", "web-2")).code).toBe(4);
  const { id } = await json("curiosity", "add", "who can log in as root?", "--every", "24h");
  expect((await run("curiosity", "show", id)).stdout).toContain("who can log in as root?");
  expect((await run("curiosity", "pause", id)).code).toBe(0);
  expect((await run("curiosity", "list")).stdout).toMatch(/paused/);
  expect((await run("curiosity", "remove", id, "--yes")).code).toBe(0);
});

test.each([
  ["investigate who --explain", "interpreting a question without running it"],
  ["investigate verdict inv_1 fnd_1 true", "verdicts on findings"],
  ["agents tag web-1 a=b", "changing agents"],
  ["webhooks list", "listing subscriptions"],
])("%s prints in one sentence that the service does not offer it", async (line, what) => {
  const { run } = await loggedIn();
  const { stdout, stderr, code } = await run(...line.split(" "));
  expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
  expect(stderr.split("\n")[0]).toBe(`This server doesn't support ${what}.`);
});

async function untilAsked(server: BareServer, line: string): Promise<void> {
  while (!sent(server).includes(line)) await server.asked();
}
