import { expect, test } from "vitest";
import { knownHosts } from "../../../../src/tables/ssh/known-hosts.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

test("trusted host keys by user and for the machine, hashed names as they are", async () => {
  const { rows } = await collectOf(knownHosts, server);
  const entries = rows.filter((row) => row.host !== null);
  expect(pick(entries, "username", "host", "marker", "algorithm", "key_file")).toEqual([
    {
      username: "alice",
      host: "jump.example.org,192.0.2.1",
      marker: "",
      algorithm: "ssh-ed25519",
      key_file: "/home/alice/.ssh/known_hosts",
    },
    {
      username: "alice",
      host: "|1|F1E1KeoE/eEWhi10WpGv4OdiO6Y=|3988QV0VE8wmZL7suNrYQLITLCg=",
      marker: "",
      algorithm: "ssh-rsa",
      key_file: "/home/alice/.ssh/known_hosts",
    },
    {
      username: "alice",
      host: "*.example.org",
      marker: "@cert-authority",
      algorithm: "ssh-rsa",
      key_file: "/home/alice/.ssh/known_hosts",
    },
    {
      username: null,
      host: "*",
      marker: "",
      algorithm: "ssh-ed25519",
      key_file: "/etc/ssh/ssh_known_hosts",
    },
  ]);
});

test("the key is the line, as in osquery, and public_key the key itself", async () => {
  const { rows } = await collectOf(knownHosts, server);
  const jump = rows.find((row) => row.host === "jump.example.org,192.0.2.1");
  expect(jump?.key).toBe(`jump.example.org,192.0.2.1 ${jump?.public_key}`);
  expect(jump?.public_key).toMatch(/^ssh-ed25519 AAAA/);
  expect(rows.filter((row) => row.host === null)).toMatchObject([{ public_key: null }]);
});

test("a denied folder is a gap, an absent one is empty", async () => {
  const { rows, gaps } = await collectOf(knownHosts, denyingHost(server, "/home/alice/.ssh"));
  expect(rows).toHaveLength(1);
  expect(gaps[0]).toEqual({
    reason: "denied",
    detail: "/home/alice/.ssh/known_hosts: permission denied",
  });
  expect(await collectOf(knownHosts, bare)).toEqual({ rows: [], gaps: [] });
});
