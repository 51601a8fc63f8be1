import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serverFolder } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

type Rows = Record<string, string | number | null>[];

const hosts: { agent_id: string; os: string; tables: Record<string, Rows> }[] = [
  {
    agent_id: "web-1",
    os: "linux",
    tables: {
      systemd_units: [{ id: "nginx.service", active_state: "active" }],
      deb_packages: [{ name: "openssl", version: "3.0.2", status: "install ok installed" }],
      user_groups: [{ username: "ann", groupname: "sudo", gid: 27 }],
    },
  },
  {
    agent_id: "mac-1",
    os: "darwin",
    tables: {
      launchd: [
        { label: "com.openssh.sshd", path: "/System/Library/LaunchDaemons/ssh.plist", pid: 7 },
      ],
      apps: [{ name: "Google Chrome.app", bundle_short_version: "131.0" }],
      homebrew_packages: [{ name: "openssl@3", version: "3.3.2" }],
      user_groups: [{ username: "alice", groupname: "admin", gid: 80 }],
    },
  },
  {
    agent_id: "win-1",
    os: "windows",
    tables: {
      services: [{ name: "Spooler", display_name: "Print Spooler", status: "RUNNING" }],
      programs: [{ name: "Google Chrome", version: "130.0" }],
      user_groups: [{ username: "karl", groupname: "Administratoren", gid: 544 }],
    },
  },
];

function estate(): string {
  const folder = join(temporaryFolder(), "estate");
  mkdirSync(folder);
  const common = { os_version: "1", arch: "x64", tags: [], addresses: [], denied: [] };
  for (const host of hosts) {
    const file = join(folder, `${host.agent_id}.json`);
    writeFileSync(file, JSON.stringify({ ...common, hostname: host.agent_id, ...host }));
  }
  return folder;
}

test("questions cover Linux, macOS and Windows, and tables of another platform are no gap", async () => {
  const server = await serverFolder().start(
    ...["--estate", estate(), "--no-local-agent", "--rate-limit", "0"],
  );
  const ask = async (question: string) => {
    const { summary } = await server.outcome(await server.ask(question, { mode: "live" }));
    expect(summary.coverage).toMatchObject({ unanswered: [] });
    expect(summary.narrative).not.toMatch(/did not answer|Not seen|Left out|Unknown/);
    return summary.answer.rows.map((row: unknown[]) => row.slice(0, 2));
  };
  expect(await ask("which services are running")).toEqual([
    ["mac-1", "com.openssh.sshd"],
    ["web-1", "nginx.service"],
    ["win-1", "Spooler"],
  ]);
  expect(await ask("is chrome installed")).toEqual([
    ["mac-1", "Google Chrome"],
    ["win-1", "Google Chrome"],
  ]);
  expect(await ask("which hosts do not have openssl")).toEqual([["win-1"]]);
  expect(await ask("who are the local administrators")).toEqual([
    ["mac-1", "alice"],
    ["web-1", "ann"],
    ["win-1", "karl"],
  ]);
  expect(await ask("services on the windows hosts")).toEqual([["Spooler", "Print Spooler"]]);
  const counted = await ask("how many packages are installed");
  expect(counted).toEqual([
    ["mac-1", 2],
    ["web-1", 1],
    ["win-1", 1],
  ]);
});
