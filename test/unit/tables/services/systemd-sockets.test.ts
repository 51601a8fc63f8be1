import { expect, test } from "vitest";
import { systemdSockets } from "../../../../src/tables/services/systemd-sockets.ts";
import { hostTree, temporaryHost } from "../../../helpers/host.ts";

const files = {
  "/etc/systemd/system/app.socket":
    "[Socket]\nListenStream=127.0.0.1:7000\nListenStream=/run/app.sock\nAccept=yes\nSocketMode=0660\nSocketGroup=ops\n[Install]\nWantedBy=sockets.target\n",
  "/etc/systemd/system/sockets.target.wants/app.socket": "",
  "/etc/systemd/system/db.socket":
    "[Socket]\nListenDatagram=@db\nService=database.service\nIPAddressDeny=any\n",
  "/etc/systemd/system/gone.socket": "",
};

test("each address with the unit that a connection starts and who may connect", async () => {
  const { rows } = await systemdSockets.collect(hostTree({ files }));
  const app = {
    name: "app.socket",
    unit: "app@.service",
    kind: "stream",
    accept: 1,
    mode: "0660",
    username: "root",
    groupname: "ops",
    limited: 0,
    enabled: 1,
  };
  expect(rows).toMatchObject([
    { ...app, address: "127.0.0.1:7000" },
    { ...app, address: "/run/app.sock" },
    {
      name: "db.socket",
      unit: "database.service",
      kind: "datagram",
      address: "@db",
      accept: 0,
      mode: "0666",
      limited: 1,
      enabled: 0,
    },
  ]);
});

test("the state is systemd's; without it only the files are known, and a gap", async () => {
  const tree = hostTree({ files: { ...files, "/run/systemd/system/x": "" } });
  const shown = "Id=app.socket\nActiveState=active\nSubState=listening\n";
  const run = async () => ({ stdout: shown, exitCode: 0 });
  const { rows } = await systemdSockets.collect({ ...tree, run });
  expect(rows.map((row) => [row.name, row.active_state, row.sub_state])).toEqual([
    ["app.socket", "active", "listening"],
    ["app.socket", "active", "listening"],
    ["db.socket", "inactive", "dead"],
  ]);
  const { rows: unknown, gaps } = await systemdSockets.collect(hostTree({ files }));
  expect(unknown[0]!.active_state).toBeUndefined();
  expect(gaps.map(({ reason }) => reason)).toEqual(["table_missing"]);
});

test("without unit folders the table is missing", async () => {
  await expect(systemdSockets.collect(temporaryHost({}))).rejects.toThrow("no systemd unit folder");
});
