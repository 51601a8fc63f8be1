import { type AccountFacts, addAccount } from "./machine/accounts.ts";
import { folder, type Machine, type Role, write } from "./machine/machine.ts";
import { publicKeyOf } from "./machine/ssh-keys.ts";

interface Person {
  uid: number;
  full: string;
  /** Team name in the company directory. */
  team: "platform" | "sre" | "dba" | "dev" | "design" | "data" | "support" | "contractor";
  /** The key of their own laptop, which most hosts they work on accept. */
  key: string;
}

/** Everybody has the same uid on every host. */
export const people: Record<string, Person> = {
  alice: { uid: 1001, full: "Alice Moreau", team: "platform", key: "alice@laptop-1" },
  bob: { uid: 1002, full: "Bob Okafor", team: "platform", key: "bob@token" },
  judy: { uid: 1003, full: "Judy Lindqvist", team: "sre", key: "judy@laptop-4" },
  karl: { uid: 1004, full: "Karl Brandt", team: "sre", key: "karl@token" },
  dana: { uid: 1005, full: "Dana Petrov", team: "dba", key: "dana@token" },
  erin: { uid: 1006, full: "Erin Walsh", team: "dev", key: "erin@laptop-2" },
  frank: { uid: 1007, full: "Frank Osei", team: "dev", key: "frank@token" },
  grace: { uid: 1008, full: "Grace Kim", team: "dev", key: "grace@token" },
  heidi: { uid: 1009, full: "Heidi Baumann", team: "dev", key: "heidi@laptop-3" },
  ivan: { uid: 1010, full: "Ivan Horvat", team: "design", key: "ivan@laptop-5" },
  nina: { uid: 1011, full: "Nina Rossi", team: "data", key: "nina@token" },
  oscar: { uid: 1012, full: "Oscar Silva", team: "contractor", key: "oscar@migration" },
  peggy: { uid: 1013, full: "Peggy Ward", team: "support", key: "peggy@laptop-6" },
};

/** One account per person, with the key of their laptop or token authorized. */
export function loginsOf(...names: string[]): Role {
  return (machine) => {
    for (const name of names) addPerson(machine, name);
  };
}

/** Platform and SRE staff have sudo with a password wherever they have an account. */
export function addPerson(machine: Machine, name: string, facts: Partial<AccountFacts> = {}): void {
  const { uid, full, team, key } = people[name]!;
  const isAdmin = team === "platform" || team === "sre";
  const groups = isAdmin ? ["sudo", "adm"] : [];
  const password = isAdmin ? "set" : "none";
  addAccount(machine, { name, uid, description: `${full},,,`, groups, password, ...facts });
  authorize(machine, name, publicKeyOf(key));
}

/** Lines of an account's authorized_keys; an option list may stand in front of a key. */
export function authorize(machine: Machine, name: string, ...lines: string[]): void {
  const { directory } = machine.accounts.find((account) => account.name === name)!;
  const path = `${directory}/.ssh/authorized_keys`;
  const before = machine.tree.get(path)?.content.toString() ?? "";
  folder(machine, `${directory}/.ssh`, { owner: name, mode: 0o700 });
  write(machine, path, { owner: name, mode: 0o600, content: `${before}${lines.join("\n")}\n` });
}
