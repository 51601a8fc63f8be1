import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { startupCommands } from "../../../../src/tables/services/startup-commands/table.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf } from "../../../helpers/collect-table.ts";
import { hostTree } from "../../../helpers/host.ts";

const files = {
  "/etc/passwd": "root:x:0:0::/root:/bin/bash\na:x:1000:1000::/home/a:/usr/sbin/nologin\n",
  "/bin/sh": "",
  "/bin/bash": "",
  "/usr/bin/sudo": "",
  "/etc/profile.d/a.sh": "# comment\nalias sudo=/x\nalias ll=ls\n",
  "/root/.bash_profile": "one\n",
  "/root/.profile": "skipped\n",
  "/root/.zshrc": "no zsh\n",
  "/home/a/.profile": "no login\n",
  "/etc/pam.d/login": "session optional pam_motd.so motd=/run/motd.dynamic\n",
  "/etc/update-motd.d/10-x": "#!/bin/sh\nuname\n",
  "/etc/update-motd.d/10-x.old": "#!/bin/sh\nold\n",
  "/etc/rc.local": "#!/bin/sh\nboot\nexit 0\nnever\n",
  "/etc/init.d/idle": "#!/bin/sh\nidle\n",
  "/etc/udev/rules.d/9.rules":
    '# RUN+="no"\nKERNEL=="sd*", \\\n  RUN+="/bin/x \\"y\\"", RUN{builtin}+="kmod"\n',
  "/usr/lib/udev/rules.d/9.rules": 'RUN+="/bin/replaced"\n',
  "/etc/systemd/system-generators/g": "#!/bin/sh\ngenerate\n",
  "/usr/lib/python3/dist-packages/p.pth": "import p\nsub\n/srv/p\n",
  "/etc/apt/apt.conf.d/9x":
    '// DPkg::Post-Invoke {"no";};\nDPkg::Post-Invoke {"one"; "two \\"q\\"";};\nAPT { Update { Pre-Invoke:: "three"; } Other "no"; }\n#clear DPkg::Pre-Invoke;\n',
  "/etc/apt/apt.conf.d/9x.bak": 'DPkg::Post-Invoke {"no";};\n',
  "/etc/dpkg/dpkg.cfg.d/x": "# post-invoke=no\npost-invoke=four\n",
};

function makeHost() {
  const host = hostTree({ files });
  for (const path of ["/etc/update-motd.d/10-x", "/etc/rc.local", "/bin/bash", "/bin/sh"])
    chmodSync(host.path(path), 0o755);
  return host;
}

async function commands() {
  const { rows, gaps } = await collectOf(startupCommands, makeHost());
  expect(gaps).toEqual([]);
  return rows.map(({ kind, source, line, username, enabled, command }) =>
    [kind, source, line, username ?? "all", enabled ? "on" : "off", command].join(" "),
  );
}

test("commands of shells, boot, udev, generators, Python and APT, with what runs them", async () => {
  expect(await commands()).toEqual([
    "shell_profile /etc/profile.d/a.sh 2 all on alias sudo=/x",
    "shell_profile /root/.profile 1 root off skipped",
    "shell_profile /root/.bash_profile 1 root on one",
    "shell_profile /root/.zshrc 1 root off no zsh",
    "shell_profile /home/a/.profile 1 a off no login",
    "login_message /etc/update-motd.d/10-x 2 root on uname",
    "boot_script /etc/rc.local 2 root on boot",
    "boot_script /etc/init.d/idle 2 root off idle",
    'udev_rule /etc/udev/rules.d/9.rules 3 root on /bin/x "y"',
    "generator /etc/systemd/system-generators/g 2 root off generate",
    "python_path /usr/lib/python3/dist-packages/p.pth 1 all on import p",
    "python_path /usr/lib/python3/dist-packages/p.pth 3 all on /srv/p",
    "apt_hook /etc/apt/apt.conf.d/9x 2 root on one",
    'apt_hook /etc/apt/apt.conf.d/9x 2 root on two "q"',
    "apt_hook /etc/apt/apt.conf.d/9x 3 root on three",
    "apt_hook /etc/dpkg/dpkg.cfg.d/x 2 root on four",
  ]);
});

test("a file that can't be read is a gap", async () => {
  const { gaps } = await collectOf(startupCommands, denyingHost(makeHost(), "/etc/rc.local"));
  expect(gaps).toMatchObject([{ reason: "denied" }]);
});
