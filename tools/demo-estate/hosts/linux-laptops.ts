import { join } from "../machine/accounts.ts";
import { describeMachine, type Machine } from "../machine/machine.ts";
import { addPackages } from "../machine/packages.ts";
import { addLogins } from "../machine/runtime-state.ts";
import { server } from "../machine/server.ts";
import { addFlow } from "../machine/sockets.ts";
import { keepKey, knowHosts } from "../machine/ssh-files.ts";
import { addPerson } from "../people.ts";
import { debian } from "../roles/debian.ts";

const tags = { env: "office", role: "laptop", site: "fra" };
const hardware = { vendor: "LENOVO", model: "ThinkPad T14 Gen 4" };

/** Alice's laptop. All her keys have passphrases, including the break-glass account's. */
export const laptop1 = () =>
  describeMachine(
    server({
      name: "laptop-1",
      tags: { ...tags, team: "platform" },
      addresses: ["10.20.5.11/24"],
      hardware,
      release: "ubuntu-22.04",
      memoryGiB: 32,
    }),
    debian,
    desktop,
    (machine) => {
      addPerson(machine, "alice");
      keepKey(machine, "alice", { key: "alice@laptop-1", passphrase: true });
      keepKey(machine, "alice", { key: "breakglass alice", file: "breakglass", passphrase: true });
      knowHosts(machine, "alice", {
        "bastion-1": "203.0.113.5",
        "db-1": "10.20.3.11",
        "web-1": "10.20.1.11",
      });
      addFlow(machine, { to: "10.20.3.11", port: 22, process: "ssh", user: "alice" });
      addLogins(machine, { user: "alice", from: ":0", daysAgo: 0.1, open: true });
    },
  );

/** Erin's laptop, which also holds the office backup key, without a passphrase. */
export const laptop2 = () =>
  describeMachine(
    server({
      name: "laptop-2",
      tags: { ...tags, team: "dev" },
      addresses: ["10.20.5.12/24"],
      hardware,
    }),
    debian,
    desktop,
    (machine) => {
      addPerson(machine, "erin", { password: "set" });
      join(machine, "sudo", "erin");
      keepKey(machine, "erin", { key: "erin@laptop-2", passphrase: true });
      keepKey(machine, "erin", { key: "backup@laptop-2", file: "office_backup" });
      knowHosts(machine, "erin", { "backup-1": "10.20.3.31", "git-1": "10.20.4.21" });
      addFlow(machine, { to: "10.20.3.31", port: 22, process: "ssh", user: "erin" });
      addFlow(machine, { to: "10.20.4.21", port: 22, process: "ssh", user: "erin" });
      addLogins(machine, { user: "erin", from: ":0", daysAgo: 0.1, open: true });
    },
  );

/** Software that users install themselves. */
function desktop(machine: Machine): void {
  addPackages(
    machine,
    "firefox-esr 115.14.0esr-1~deb12u1 115.15.0esr-1~deb12u1!\n code 1.92.2-1723660989\n git 1:2.39.2-1.1",
  );
}
