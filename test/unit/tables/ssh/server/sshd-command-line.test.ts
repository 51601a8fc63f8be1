import { expect, test } from "vitest";
import { gapReader } from "../../../../../src/tables/host/gap-reader.ts";
import { effectiveGlobals } from "../../../../../src/tables/parsers/sshd/effective.ts";
import {
  parseSshdArguments,
  sshdCommandLines,
} from "../../../../../src/tables/ssh/server/sshd-command-line.ts";
import { readSshdConfig } from "../../../../../src/tables/ssh/server/sshd-files.ts";
import { closePaths } from "../../../../helpers/closed-host.ts";
import { hostTree } from "../../../../helpers/host.ts";

test.each([
  [["-D"], { config: undefined, ports: [], options: [] }],
  [["-D", "-p", "2222", "-p2200"], { config: undefined, ports: ["2222", "2200"], options: [] }],
  [["-Def", "/etc/other"], { config: "/etc/other", ports: [], options: [] }],
  [["-f", "other"], { config: undefined, ports: [], options: [] }],
  [
    ["-oCiphers=aes256-ctr", "-o", "UsePAM=no", "-o", "PermitRootLogin", "no", "-D"],
    {
      config: undefined,
      ports: [],
      options: ["Ciphers=aes256-ctr", "UsePAM=no", "PermitRootLogin no"],
    },
  ],
  [["-E", "-p", "-h", "/key"], { config: undefined, ports: [], options: [] }],
])("%j means %j", (words, parsed) => {
  expect(parseSshdArguments(words)).toEqual(parsed);
});

const process = (pid: number, cmdline: string, { uid = 0, comm = "sshd" } = {}) => ({
  [`proc/${pid}/comm`]: `${comm}\n`,
  [`proc/${pid}/cmdline`]: cmdline,
  [`proc/${pid}/status`]: `Name:\t${comm}\nUid:\t${uid}\t${uid}\t${uid}\t${uid}\nGid:\t0\t0\t0\t0\n`,
});

const machine = (files: Record<string, string>, namespaces: Record<string, string> = {}) =>
  hostTree({
    files: {
      "etc/ssh/sshd_config": "Port 22\nPasswordAuthentication yes\n",
      "etc/ssh/other": "PermitRootLogin yes\n",
      ...files,
    },
    links: Object.fromEntries(
      ["self", "1", "700", "701", "702"].map((pid) => [
        `proc/${pid}/ns/mnt`,
        namespaces[pid] ?? "mnt:[1]",
      ]),
    ),
  });

const listener = (words: string) => `sshd: ${words} [listener] 0 of 10-100 startups\0`;

test("sshd's command line takes precedence over its file", () => {
  const host = machine(
    process(700, listener("/usr/sbin/sshd -D -p 2222 -o PasswordAuthentication=no")),
  );
  const settings = effectiveGlobals(readSshdConfig(gapReader(host))!);
  expect(settings.get("Port")).toEqual({ values: ["2222"], source: "command line:1" });
  expect(settings.get("PasswordAuthentication")).toEqual({
    values: ["no"],
    source: "command line:2",
  });
});

test("a configuration file given to sshd is read in place of the default one", () => {
  const host = machine(process(700, "/usr/sbin/sshd\0-f\0/etc/ssh/other\0"));
  const settings = effectiveGlobals(readSshdConfig(gapReader(host))!);
  expect(settings.get("PermitRootLogin")?.source).toBe("/etc/ssh/other:1");
});

test("an sshd with the default configuration is preferred", () => {
  const host = machine({
    ...process(700, listener("/usr/sbin/sshd -f /etc/ssh/other")),
    ...process(701, listener("/usr/sbin/sshd -D")),
  });
  expect(sshdCommandLines(host)[0].config).toBeUndefined();
});

test("sessions, other users' programs and sshd in containers are ignored", () => {
  const other = listener("/usr/sbin/sshd -f /etc/ssh/other");
  const host = machine(
    {
      ...process(700, other, { uid: 1000 }),
      ...process(701, other),
      ...process(702, "sshd: alice [priv]\0"),
      ...process(1, other, { comm: "bash" }),
    },
    { "701": "mnt:[2]" },
  );
  expect(sshdCommandLines(host)[0]).toEqual({ config: undefined, ports: [], options: [] });
  const unseen = closePaths(machine(process(700, other)), /ns\/mnt$/);
  expect(sshdCommandLines(unseen)[0].config).toBeUndefined();
});
