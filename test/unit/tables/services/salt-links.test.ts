import { expect, test } from "vitest";
import { saltLinks } from "../../../../src/tables/services/salt/table.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { hostTree } from "../../../helpers/host.ts";

const rowsOf = (files: Record<string, string>) =>
  collectOf(saltLinks, hostTree({ files: { "/proc/1/comm": "systemd\n", ...files } }));

const master = {
  "/etc/salt/master": "interface: 0.0.0.0\n",
  "/etc/salt/pki/master/master.pub": "-----BEGIN PUBLIC KEY-----\nM\n-----END PUBLIC KEY-----\n",
  "/etc/salt/pki/master/minions/web-1": "KEY ONE\n",
  "/etc/salt/pki/master/minions/db-1": "KEY TWO\n",
  "/etc/salt/pki/master/minions_pre/new": "KEY THREE\n",
  "/proc/9/cmdline": "/usr/bin/python3 /usr/bin/salt-master ProcessManager\0",
};

test("root and the master's account command every accepted minion, others what is listed", async () => {
  const { rows, gaps } = await rowsOf({
    ...master,
    "/etc/salt/master.d/10.conf":
      "user: salt\npublisher_acl:\n  alice:\n    - cmd.*\n  bob:\n    - 'web*':\n      - test.ping\n      - pkg.*\n",
    "/etc/salt/master.d/20.conf": "external_auth:\n  pam:\n    carol:\n      - .*\n",
  });
  expect(gaps).toEqual([]);
  const shown = pick(rows, "minion", "username", "functions", "asks");
  expect(shown.filter(({ minion }) => minion === "db-1")).toEqual(
    [
      { username: "root", functions: "", asks: 0 },
      { username: "salt", functions: "", asks: 0 },
      { username: "alice", functions: "cmd.*", asks: 0 },
      { username: "carol", functions: ".*", asks: 1 },
    ].map((row) => ({ minion: "db-1", ...row })),
  );
  expect(shown).toContainEqual({
    minion: "web-1",
    username: "bob",
    functions: "test.ping,pkg.*",
    asks: 0,
  });
  expect(new Set(rows.map(({ minion }) => minion))).toEqual(new Set(["db-1", "web-1"]));
  expect(rows[0]).toMatchObject({ role: "master", enabled: 1 });
});

test("a minion has the keys of both ends, as the master has them", async () => {
  const { rows } = await rowsOf({
    "/etc/salt/minion": "master: salt.example\n",
    "/etc/salt/minion_id": "web-1\n",
    "/etc/salt/pki/minion/minion.pub": "KEY ONE",
    "/etc/salt/pki/minion/minion_master.pub": master["/etc/salt/pki/master/master.pub"],
  });
  const other = (await rowsOf(master)).rows.find(({ minion }) => minion === "web-1");
  expect(rows).toMatchObject([{ role: "minion", minion: "web-1", username: "root", enabled: 0 }]);
  expect(rows[0]).toMatchObject({
    master_key: other?.master_key,
    minion_key: other?.minion_key,
  });
});

test("without Salt there is nothing, and a broken configuration is a gap", async () => {
  expect(await rowsOf({})).toEqual({ rows: [], gaps: [] });
  const { gaps } = await rowsOf({ ...master, "/etc/salt/master": "user: [\n" });
  expect(gaps).toMatchObject([{ reason: "error", detail: "/etc/salt/master: not YAML" }]);
});
