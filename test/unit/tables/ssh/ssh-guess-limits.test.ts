import { expect, test } from "vitest";
import { sshGuessLimits } from "../../../../src/tables/ssh/ssh-guess-limits.ts";
import { collectOf } from "../../../helpers/collect-table.ts";
import { hostTree } from "../../../helpers/host.ts";

const rootStatus = (name: string) =>
  `Name:\t${name}\nPPid:\t1\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\nCapEff:\t000001ffffffffff\n`;

interface Running {
  /** Command lines by pid. */
  programs?: Record<number, { name: string; args: string[]; opens?: string }>;
  files?: Record<string, string>;
  printed?: Record<string, string>;
}

async function limitsOf({ programs = {}, files = {}, printed = {} }: Running) {
  const running = {
    1: { name: "init", args: ["/sbin/init"] },
    50: { name: "sshd", args: ["/usr/sbin/sshd", "-D"] },
    ...programs,
  };
  const entries = Object.entries(running);
  const host = hostTree({
    files: {
      "/etc/ssh/sshd_config": "",
      "/proc/self/status": rootStatus("inquest"),
      ...Object.fromEntries(
        entries.flatMap(([pid, { name, args }]) => [
          [`/proc/${pid}/comm`, `${name}\n`],
          [`/proc/${pid}/status`, rootStatus(name)],
          [`/proc/${pid}/cmdline`, `${args.join("\0")}\0`],
        ]),
      ),
      ...files,
    },
    links: {
      "/proc/self/ns/mnt": "mnt:[1]",
      ...Object.fromEntries(
        entries.flatMap(([pid, program]) => [
          [`/proc/${pid}/ns/mnt`, "mnt:[1]"],
          ...("opens" in program && program.opens ? [[`/proc/${pid}/fd/3`, program.opens]] : []),
        ]),
      ),
    },
    recorded: Object.fromEntries(
      Object.entries(printed).map(([command, stdout]) => [command, { stdout, exitCode: 0 }]),
    ),
  });
  const { rows, gaps } = await collectOf(sshGuessLimits, host);
  const shown = rows.map(({ mechanism, effective, covers_root, reason }) => [
    mechanism,
    effective,
    covers_root,
    reason,
  ]);
  return { shown, gaps };
}

const newer = { "/usr/lib/openssh/sshd-session": "" };
const penaltiesWith = async (config: string) =>
  (await limitsOf({ files: { ...newer, "/etc/ssh/sshd_config": config } })).shown[0]?.[1];

test("without any mechanism there is no row", async () => {
  expect(await limitsOf({})).toEqual({ shown: [], gaps: [] });
});

// Measured with OpenSSH 10.0: twelve wrong passwords, then the right one.
test("since OpenSSH 9.8 sshd refuses addresses that guess", async () => {
  expect(await penaltiesWith("")).toBe(1);
  expect(await penaltiesWith("PerSourcePenalties yes\n")).toBe(1);
  for (const value of ["no", "authfail:0", "authfail:0s", "min:1h", "authfail:1s", "max:1s"])
    expect(await penaltiesWith(`PerSourcePenalties ${value}\n`), value).toBe(0);
  expect(await penaltiesWith("PerSourcePenaltyExemptList 0.0.0.0/0\n")).toBe(0);
  expect(await penaltiesWith("PerSourcePenaltyExemptList 10.0.0.0/8\n")).toBe(1);
  expect(await penaltiesWith("persourcepenalties authfail:1m\nPerSourcePenalties no\n")).toBe(1);
});

test("an sshd that is started for each connection remembers no address", async () => {
  const { shown, gaps } = await limitsOf({
    programs: {
      50: { name: "sshd", args: ["sshd: alice [priv]"] },
      60: { name: "systemd", args: ["/sbin/init"] },
    },
    files: { ...newer, "/proc/50/status": "" },
  });
  expect(shown).toEqual([["PerSourcePenalties", null, 1, "no sshd listens by itself"]]);
  expect(gaps).toMatchObject([{ columns: ["effective"] }]);
});

const fail2ban = {
  programs: {
    70: {
      name: "fail2ban-server",
      args: ["/usr/bin/python3", "/usr/bin/fail2ban-server", "start"],
    },
    71: { name: "systemd-journal", args: ["/lib/systemd/systemd-journald"] },
  },
  files: { "/usr/sbin/nft": "", "/usr/lib/systemd/system/ssh.service": "" },
  printed: {
    "nft -j list ruleset": '{"nftables": []}',
    "nft -a list ruleset": "",
    "fail2ban-client status": "Status\n|- Number of jail:\t1\n`- Jail list:\tsshd\n",
    "fail2ban-client status sshd":
      "Status for the jail: sshd\n|- Filter\n|  `- Journal matches:\t_SYSTEMD_UNIT=sshd.service + _COMM=sshd\n",
    "fail2ban-client get sshd failregex": "|- [0]: ^Failed \\S+ for",
    "fail2ban-client get sshd prefregex": "^sshd(.*)$",
    "fail2ban-client get sshd maxretry": "5\n",
    "fail2ban-client get sshd findtime": "600\n",
    "fail2ban-client get sshd bantime": "-1\n",
    "fail2ban-client get sshd ignoreip": "No IP address/network is ignored\n",
    "fail2ban-client get sshd actions": "The jail sshd has the following actions:\nnftables\n",
    "fail2ban-client get sshd action nftables actionstart":
      "<nftables> add rule inet f2b f2b-chain $proto dport \\{ $(echo 'ssh' | sed s/:/-/g) \\} ip saddr @x reject",
    "fail2ban-client get sshd action nftables actionban":
      "<nftables> add element inet f2b x \\{ <ip> \\}",
  },
};

test("a jail that reads the journal must ask for what sshd writes there", async () => {
  const { shown } = await limitsOf(fail2ban);
  expect(shown[0]).toEqual(["fail2ban", 1, 1, "jail sshd: nftables"]);
  const without = await limitsOf({ ...fail2ban, files: { ...fail2ban.files, ...newer } });
  expect(without.shown).toContainEqual([
    "fail2ban",
    0,
    1,
    "jail sshd: _SYSTEMD_UNIT=sshd.service + _COMM=sshd matches nothing",
  ]);
});

test("a server that does not answer leaves it open, unless something else stops guesses", async () => {
  const silent = { ...fail2ban, printed: { ...fail2ban.printed, "fail2ban-client status": "" } };
  const { shown, gaps } = await limitsOf(silent);
  expect(shown[0]).toEqual(["fail2ban", null, 1, "its server does not answer"]);
  expect(gaps).toMatchObject([{ detail: "fail2ban: its server does not answer" }]);
  const stopped = await limitsOf({ ...silent, files: { ...silent.files, ...newer } });
  expect(stopped.gaps).toEqual([]);
});

const crowdsec = {
  programs: {
    80: { name: "crowdsec", args: ["/usr/bin/crowdsec"] },
    81: { name: "crowdsec-firewa", args: ["/usr/bin/crowdsec-firewall-bouncer"] },
    82: { name: "rsyslogd", args: ["/usr/sbin/rsyslogd"], opens: "/var/log/auth.log" },
  },
  files: {
    "/var/log/auth.log": "",
    "/etc/crowdsec/scenarios/ssh-bf.yaml": "",
    "/etc/crowdsec/acquis.yaml": "filenames:\n  - /var/log/auth.log\nlabels:\n  type: syslog\n",
  },
};

test("crowdsec needs a bouncer, a scenario and sshd's log", async () => {
  const { 81: _bouncer, ...alone } = crowdsec.programs;
  const { "/etc/crowdsec/scenarios/ssh-bf.yaml": _scenario, ...others } = crowdsec.files;
  const elsewhere = {
    ...crowdsec.files,
    "/etc/crowdsec/acquis.yaml": "filename: /var/log/nginx.log\n",
  };
  const verdict = async (running: Running) => (await limitsOf(running)).shown[0]?.slice(1);
  expect(await verdict(crowdsec)).toEqual([1, 1, "/var/log/auth.log"]);
  expect(await verdict({ ...crowdsec, programs: alone })).toEqual([0, 1, "no bouncer runs"]);
  expect(await verdict({ ...crowdsec, files: others })).toEqual([
    0,
    1,
    "it has no scenario of SSH",
  ]);
  expect(await verdict({ ...crowdsec, files: elsewhere })).toEqual([0, 1, "it reads no log"]);
});

test("what other programs block is not known", async () => {
  const { shown, gaps } = await limitsOf({
    programs: { 90: { name: "denyhosts", args: ["denyhosts"] } },
  });
  expect(shown).toEqual([["DenyHosts", null, 1, "its rules are not read"]]);
  expect(gaps).toHaveLength(1);
});
