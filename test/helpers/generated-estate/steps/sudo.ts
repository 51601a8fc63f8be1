import type { Row } from "../../../../src/tables/model/table.ts";
import { grant, ownPath, replaceCuts } from "../granted.ts";
import { addGroup, addRow, type Machine } from "../machine.ts";
import { addPath } from "../paths.ts";
import type { Place, Planting, Step } from "../site.ts";

/** Programs that give their caller a shell or write any file, with any arguments. */
const openPrograms = [
  "ALL",
  "/usr/bin/vim",
  "/usr/bin/find",
  "/bin/bash",
  "/usr/bin/less /var/log/syslog",
  "/usr/bin/python3",
  "ALL, !/usr/bin/su",
  "/usr/bin/env *",
];

/** In sudoers the last matching rule wins, so an account is in the rules of one plant only. */
const isFree = ({ machine, account }: Place) => !machine.taken.has(`sudo ${account}`);

const cuts = [
  "password",
  "taken-back",
  "asked-again",
  "other-host",
  "noexec",
  "fixed-arguments",
  "harmless",
];

export const sudo: Step = {
  kind: "sudo",
  cuts,
  fits: isFree,
  plant: (planting) => plantRule(planting, {}),
};

/** To an account other than root. */
export const sudoUser: Step = { ...sudo, kind: "sudo-user" };

export const sudoVariables: Step = {
  kind: "sudo-setenv",
  cuts: ["password", "other-host"],
  fits: isFree,
  plant: (planting) => plantRule(planting, { commands: "/usr/bin/id", options: "NOPASSWD,SETENV" }),
};

export const sudoWritable: Step = {
  kind: "sudo-writable",
  cuts: [...replaceCuts, "password", "other-host"],
  fits: isFree,
  plant(planting) {
    const { machine, to: run_as } = planting;
    const target = ownPath(planting, "deploy.sh");
    const granted = grant(planting, { target, bits: 2, mode: 0o755, replaceable: true });
    const holders = plantRule(planting, { commands: target });
    addPath(
      machine,
      { purpose: "sudo_program", source: sourceOf(planting), run_as, detail: target },
      granted,
    );
    return holders.filter((name) => granted.grantees.includes(name));
  },
};

const sourceOf = ({ name }: Planting) => `/etc/sudoers.d/${name}`;

interface Words {
  commands?: string;
  options?: string;
}

function plantRule(planting: Planting, words: Words): string[] {
  const { machine, cut, to, site } = planting;
  const { who, users } = holdersOf(planting);
  for (const user of users) machine.taken.add(`sudo ${user}`);
  const rule: Row = {
    source: sourceOf(planting),
    line: 1,
    who,
    users: users.join(","),
    hosts: site.random.pick(["ALL", machine.hostname]),
    run_as: site.random.pick(to === "root" ? ["ALL:ALL", "root", "ALL"] : [to]),
    options: "NOPASSWD",
    nopasswd: 1,
    commands: site.random.pick(openPrograms),
    ...words,
  };
  const rows = cutRule(rule, cut);
  for (const row of rows) addRow(machine, "sudoers", { ...row, header: who, rule_details: "" });
  const isCut = cut !== null && cuts.includes(cut);
  return isCut ? [] : users;
}

/** One account or one of its groups; accounts in another rule are excluded. */
function holdersOf({ machine, account, site, name }: Planting): { who: string; users: string[] } {
  if (site.random.chance(0.7)) return { who: account.name, users: [account.name] };
  const free = freeOthers(machine, account.name);
  const { members } = addGroup(machine, `${name}-ops`, [
    account.name,
    ...site.random.some(free, 1),
  ]);
  return { who: `%${name}-ops`, users: members };
}

const freeOthers = (machine: Machine, name: string) =>
  machine.accounts
    .map((account) => account.name)
    .filter((other) => other !== name && other !== "root" && isFree({ machine, account: other }));

function cutRule(rule: Row, cut: string | null): Row[] {
  const later = { ...rule, line: 2 };
  switch (cut) {
    case "password":
      return [{ ...rule, options: "", nopasswd: 0 }];
    case "taken-back":
      return [rule, { ...later, commands: "!ALL" }];
    case "asked-again":
      return [
        { ...rule, commands: "ALL" },
        { ...later, commands: "ALL", options: "", nopasswd: 0 },
      ];
    case "other-host":
      return [{ ...rule, hosts: "elsewhere-1,elsewhere-2" }];
    case "noexec":
      return [{ ...rule, commands: "/usr/bin/less", options: "NOPASSWD,NOEXEC" }];
    case "fixed-arguments":
      return [{ ...rule, commands: "/usr/bin/systemctl restart nginx.service" }];
    case "harmless":
      return [{ ...rule, commands: "/usr/bin/id, /bin/df" }];
    default:
      return [rule];
  }
}
