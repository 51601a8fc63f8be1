import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openHost } from "../../../src/tables/host/local.ts";
import { matchesCriterion } from "../../../src/tables/parsers/sshd/match.ts";
import { sshLogins } from "../../../src/tables/ssh/ssh-logins.ts";
import { collectRows } from "../../helpers/collect-table.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

/** Logs in to a real sshd in namespaces of its own, where the accounts are those of a test. */

const sandbox = ["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"];

function whyNot(): string | undefined {
  if (!existsSync("/usr/sbin/sshd") || !existsSync("/etc/debian_version")) return "no Debian sshd";
  if (process.getuid?.() !== 0) return "namespaces need root";
  if (spawnSync("unshare", [...sandbox, "ip", "link", "set", "lo", "up"]).status !== 0)
    return "no namespaces here";
  return undefined;
}

const reason = whyNot();
if (reason) console.warn(`skipped: ${reason}`);

interface Person {
  /** Fields of /etc/shadow after the name: password, last change, -, max, -, inactive, expiry. */
  shadow: (day: number) => [string, number, string?, string?, string?];
  shell?: string;
  groups?: string[];
  /** Permission bits of the home and of authorized_keys. */
  modes?: [number, number];
}

const usable = (day: number): ReturnType<Person["shadow"]> => ["$6$c2FsdA$HASH", day - 10];

/** Accounts that differ in what sshd or PAM looks at. */
const people: Record<string, Person> = {
  usable: { shadow: usable },
  locked: { shadow: (day) => ["!", day - 10] },
  lockedhash: { shadow: (day) => ["!$6$c2FsdA$HASH", day - 10] },
  nopassword: { shadow: (day) => ["*", day - 10] },
  empty: { shadow: (day) => ["", day - 10] },
  expired: { shadow: (day) => ["*", day - 10, "", "", String(day - 1)] },
  lastday: { shadow: (day) => ["*", day - 10, "", "", String(day)] },
  tomorrow: { shadow: (day) => ["*", day - 10, "", "", String(day + 1)] },
  mustchange: { shadow: () => ["*", 0] },
  overdue: { shadow: (day) => ["*", day - 100, "30"] },
  lapsed: { shadow: (day) => ["*", day - 100, "30", "10"] },
  nologin: { shadow: usable, shell: "/usr/sbin/nologin" },
  noshell: { shadow: usable, shell: "/bin/missing" },
  ownshell: { shadow: usable, shell: "" },
  member: { shadow: usable, groups: ["staffers"] },
  openhome: { shadow: usable, modes: [0o777, 0o600] },
  grouphome: { shadow: usable, modes: [0o770, 0o660] },
  sharedhome: { shadow: usable, modes: [0o770, 0o600] },
  openfile: { shadow: usable, modes: [0o755, 0o666] },
};

const everybody = Object.keys(people);
const uidOf = (name: string) => 20_000 + everybody.indexOf(name);

interface Trial {
  config: string;
  names: string[];
  clients: string[];
}

const someone = ["usable", "empty", "tomorrow", "member", "sharedhome", "nologin"];
const anywhere = ["127.0.0.1", "127.0.1.1", "127.0.1.9"];

const trials: Record<string, Trial> = {
  "with PAM": { config: "UsePAM yes", names: everybody, clients: ["127.0.0.1"] },
  "without PAM": { config: "UsePAM no", names: everybody, clients: ["127.0.0.1"] },
  "with lists of accounts and groups": {
    config: `UsePAM yes
      DenyUsers tom* usable@127.0.1.1
      AllowUsers *@127.0.1.0/24,!127.0.1.9 usable member
      DenyGroups emp*
      AllowGroups staff?rs usable tomorrow sharedhome empty`,
    names: someone,
    clients: anywhere,
  },
  "with Match blocks": {
    config: `UsePAM yes
      PubkeyAuthentication no
      Match User usable,empty Address 127.0.1.0/24
        PubkeyAuthentication yes
      Match Group staffers
        PubkeyAuthentication yes
        AuthorizedKeysFile none
      Match Address 127.0.1.9
        PubkeyAuthentication yes
        ForceCommand /bin/echo forced`,
    names: someone,
    clients: anywhere,
  },
};

/** Binds the tree's accounts over the sandbox's own, starts sshd and tries each account from each client. */
const script = `
root=$1; names=$2; clients=$3
ip link set lo up
mount -t tmpfs none /run && mkdir /run/sshd
for path in etc/passwd etc/group etc/shadow etc/ssh home; do mount --bind "$root/$path" "/$path"; done
/usr/sbin/sshd -D -e 2>"$root/log" &
sshd=$!
for try in $(seq 100); do grep -q listening "$root/log" && break; sleep 0.05; done
login() {
  said=$(ssh -F none -b "$2" -i "$root/key" -o BatchMode=yes -o StrictHostKeyChecking=no \
    -o UserKnownHostsFile=/dev/null "$1@127.0.0.1" "echo in" 2>/dev/null </dev/null)
  echo "$1 $2 $said"
}
for client in $clients; do
  logins=
  for name in $names; do login "$name" "$client" & logins="$logins $!"; done
  wait $logins
done
kill $sshd
`;

const listening22 = `
   0: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1`;

/** The accounts, their homes with a key, and the configuration, below a folder. */
function makeTree(config: string): string {
  const root = temporaryFolder();
  const day = Math.floor(Date.now() / 86_400_000);
  const put = (path: string, text: string, mode = 0o644) => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
    chmodSync(join(root, path), mode);
  };
  for (const shell of ["bin/sh", "usr/sbin/nologin"]) put(shell, "", 0o755);
  spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(root, "key")]);
  put("etc/debian_version", "12");
  put("proc/net/tcp", listening22);
  put("etc/ssh/host_key", readFileSync(join(root, "key"), "utf8"), 0o600);
  put("etc/ssh/sshd_config", `HostKey /etc/ssh/host_key\nMaxStartups 200\n${config}\n`);
  const system = (file: string) => readFileSync(`/etc/${file}`, "utf8");
  put("etc/passwd", system("passwd") + everybody.map(passwdLine).join(""));
  put(
    "etc/shadow",
    system("shadow") + everybody.map((name) => shadowLine(name, day)).join(""),
    0o640,
  );
  put("etc/group", system("group") + groupLines());
  for (const name of everybody) putHome(root, name, put);
  return root;
}

const passwdLine = (name: string) =>
  `${name}:x:${uidOf(name)}:${uidOf(name)}::/home/${name}:${people[name]?.shell ?? "/bin/sh"}\n`;

function shadowLine(name: string, day: number): string {
  const [hash, change, max = "", inactive = "", expire = ""] = people[name]!.shadow(day);
  return `${name}:${hash}:${change}:0:${max}:7:${inactive}:${expire}:\n`;
}

/** Everybody has a group alone, but sharedhome. */
const groupLines = () =>
  [
    ...everybody.map(
      (name) => `${name}:x:${uidOf(name)}:${name === "sharedhome" ? "usable" : ""}\n`,
    ),
    `staffers:x:21000:${everybody.filter((name) => people[name]?.groups?.includes("staffers")).join(",")}\n`,
  ].join("");

function putHome(
  root: string,
  name: string,
  put: (path: string, text: string, mode?: number) => void,
) {
  const [home, file] = people[name]?.modes ?? [0o755, 0o600];
  put(`home/${name}/.ssh/authorized_keys`, readFileSync(join(root, "key.pub"), "utf8"), file);
  for (const path of [`home/${name}/.ssh/authorized_keys`, `home/${name}/.ssh`, `home/${name}`])
    chownSync(join(root, path), uidOf(name), uidOf(name));
  chmodSync(join(root, "home", name), home);
}

/** What each login gives, by "account client". */
function logIn(root: string, { names, clients }: Trial): Record<string, string> {
  chmodSync(root, 0o755);
  const run = spawnSync(
    "unshare",
    [...sandbox, "bash", "-c", script, "sh", root, names.join(" "), clients.join(" ")],
    { encoding: "utf8" },
  );
  const lines = run.stdout.trim().split("\n");
  expect(lines, run.stderr).toHaveLength(names.length * clients.length);
  return Object.fromEntries(
    lines.map((line) => {
      const [name, client, said = ""] = line.split(" ");
      return [`${name} ${client}`, said === "in" || said === "forced" ? said : "out"];
    }),
  );
}

const admits = (list: string, address: string) =>
  list === "" || matchesCriterion({ attribute: "Address", argument: list }, { address });

/** The same, as the table has it. */
async function expectLogins(root: string, { names, clients }: Trial) {
  const rows = await collectRows(sshLogins, openHost({ root, platform: "linux", recorded: {} }));
  const logins = names.flatMap((name) =>
    clients.map((client) => {
      const [row, ...more] = rows.filter(
        ({ username, method, addresses }) =>
          username === name && method === "publickey" && admits(String(addresses), client),
      );
      expect(more, `${name} from ${client}`).toEqual([]);
      const hasKey = String(row?.key_files).includes(`/home/${name}/.ssh/authorized_keys\n`);
      const said = row?.forced_command ? "forced" : "in";
      return [`${name} ${client}`, row?.allowed === 1 && hasKey ? said : "out"];
    }),
  );
  return Object.fromEntries(logins);
}

test.skipIf(reason).each(Object.entries(trials))(
  "sshd accepts the key logins that the table reports, %s",
  { timeout: 60_000 },
  async (_, trial) => {
    const root = makeTree(trial.config);
    expect(await expectLogins(root, trial)).toEqual(logIn(root, trial));
  },
);
