import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findEngines } from "../../../../../src/tables/containers/engines/find-engines.ts";
import {
  fromContainers,
  fromEngines,
} from "../../../../../src/tables/containers/engines/from-engines.ts";
import { TableUnavailable } from "../../../../../src/tables/host/gap.ts";
import type { Host } from "../../../../../src/tables/host/port.ts";
import { temporaryHost } from "../../../../helpers/host.ts";

const row = async () => ({ rows: [{ id: "a" }], gaps: [] });
const conmon = (id: string) => `/usr/bin/conmon\0-c\0${id}\0--exit-command\0/usr/bin/podman\0`;

/** A machine with sockets at these paths; nothing answers there. */
async function hostWith(paths: string[], files: Record<string, string> = {}): Promise<Host> {
  const host = temporaryHost({ "/proc/1/cmdline": "init\0", ...files });
  for (const path of paths) {
    mkdirSync(join(host.root, path, ".."), { recursive: true });
    const server = createServer().listen(join(host.root, path));
    onTestFinished(() => void server.close());
    await once(server, "listening");
  }
  return host;
}

test("engines of root and of accounts are found by their sockets", async () => {
  const host = await hostWith(["/run/podman/podman.sock", "/run/user/1000/podman/podman.sock"]);
  expect(findEngines(host).map(({ name, socket }) => [name, socket])).toEqual([
    ["podman", "/run/podman/podman.sock"],
    ["podman", "/run/user/1000/podman/podman.sock"],
  ]);
});

test("a host without an engine lacks the table", async () => {
  const host = await hostWith([]);
  await expect(fromEngines(host, row)).rejects.toMatchObject({ reason: "table_missing" });
  await expect(fromContainers(host, row)).rejects.toMatchObject({ reason: "table_missing" });
});

test("rows of an engine that answers stand beside the gap of one that doesn't", async () => {
  const host = await hostWith(["/run/podman/podman.sock", "/run/user/7/docker.sock"]);
  const read = (reason: "denied" | "table_missing") =>
    fromEngines(host, async ({ name }) => {
      if (name === "docker") throw new TableUnavailable(reason, "docker.sock");
      return row();
    });
  expect(await read("denied")).toEqual({
    rows: [{ id: "a" }],
    gaps: [{ reason: "denied", detail: "docker.sock" }],
  });
  expect(await read("table_missing")).toEqual({ rows: [{ id: "a" }], gaps: [] });
});

test("an engine that refuses is why there are no rows, not one that has stopped", async () => {
  const host = await hostWith(["/run/podman/podman.sock", "/run/user/7/docker.sock"]);
  const refuse = fromEngines(host, async ({ name }) => {
    throw new TableUnavailable(name === "docker" ? "denied" : "table_missing", name);
  });
  await expect(refuse).rejects.toMatchObject({ reason: "denied" });
});

test("containers that run without an engine to list them are a gap", async () => {
  const files = { "/proc/9/cmdline": conmon("b1"), "/proc/10/cmdline": conmon("b2") };
  const host = await hostWith([], files);
  expect(await fromContainers(host, row)).toEqual({
    rows: [],
    gaps: [
      {
        reason: "table_missing",
        detail: "2 containers of Podman: no socket with Docker's API lists them",
      },
    ],
  });
});
