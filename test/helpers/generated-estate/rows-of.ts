import type { Row } from "../../../src/tables/model/table.ts";
import type { Account, Machine, Rows } from "./machine.ts";
import { sshPort } from "./network.ts";
import type { Site } from "./site.ts";

/** The tables that the machine's agent sends. */
export function rowsOf(site: Site, machine: Machine): Rows {
  const { hostname, accounts, addresses, firewall, outgoing, rows } = machine;
  return {
    ...rows,
    system_info: [{ hostname }],
    users: accounts.map(userRow),
    user_groups: membershipRows(machine),
    shadow: accounts.map(({ name }) => ({ username: name, password_status: "locked" })),
    sudoers: [...commonSudoers, ...(rows.sudoers ?? [])],
    ssh_logins: accounts.flatMap((account) => loginRows(machine, account)),
    sshd_config: configRows(machine),
    firewall_rules: firewall.rows && [...firewall.rows, ...outgoing.rows],
    interface_addresses: [
      { interface: "lo", address: "127.0.0.1", mask: "255.0.0.0" },
      // Docker's default subnet is the same on every machine, but a different network.
      { interface: "docker0", address: "172.17.0.1", mask: "255.255.0.0" },
      ...addresses.map((each) => ({
        interface: each.interface,
        address: each.address,
        mask: "255.255.255.0",
      })),
    ],
    listening_ports: listenerRows(site, machine),
    service_authentication: authenticationRows(site, machine),
    process_open_sockets: flowRows(site, machine),
  };
}

const commonSudoers: Row[] = [
  { source: "/etc/sudoers", line: 1, header: "Defaults", who: "Defaults", options: "env_reset" },
  {
    source: "/etc/sudoers",
    line: 2,
    who: "root",
    users: "root",
    hosts: "ALL",
    run_as: "ALL:ALL",
    commands: "ALL",
    options: "",
    nopasswd: 0,
  },
];

function userRow({ name, uid, gid, shell, directory }: Account): Row {
  return { username: name, uid, gid, shell, directory, enabled: shell === "/bin/bash" ? 1 : 0 };
}

function membershipRows({ accounts, groups }: Machine): Row[] {
  const own = accounts.map(({ name, uid, gid }) => ({ username: name, uid, gid, groupname: name }));
  const others = groups.flatMap(({ name, gid, members }) =>
    members.map((username) => {
      const { uid } = accounts.find((account) => account.name === username)!;
      return { username, uid, gid, groupname: name };
    }),
  );
  return [...own, ...others];
}

function loginRows(machine: Machine, { name, uid, directory }: Account): Row[] {
  const { server } = machine;
  const { refusal, subnet, command, asks, emptyPassword } = server.logins.get(name)!;
  const common = {
    username: name,
    uid,
    port: server.port,
    forced_command: command,
    match: "",
    source: "/etc/ssh/sshd_config:9",
    addresses: "",
  };
  const key_files = ["authorized_keys", "authorized_keys2"]
    .map((file) => `${directory}/.ssh/${file}`)
    .join("\n");
  const byKey = { ...common, method: "publickey", key_files };
  const refused = server.runs ? refusal : "no sshd runs";
  const allowed = refused === "" ? { allowed: 1, reason: asks } : { allowed: 0, reason: refused };
  const isEmpty = emptyPassword && refused + asks === "";
  const password = isEmpty
    ? { allowed: 1, reason: "an empty password" }
    : { allowed: 0, reason: "PasswordAuthentication no" };
  const passwordRow = { ...common, method: "password", ...password };
  if (subnet === "") return [{ ...byKey, ...allowed }, passwordRow];
  const block = `${subnet}.0/24`;
  return [
    { ...byKey, addresses: `!${block},*`, allowed: 0, reason: "PubkeyAuthentication no" },
    { ...byKey, addresses: block, match: `Address ${block}`, ...allowed },
    passwordRow,
  ];
}

const acceptedAlgorithms =
  "ssh-ed25519-cert-v01@openssh.com,ecdsa-sha2-nistp256-cert-v01@openssh.com,rsa-sha2-512-cert-v01@openssh.com,sk-ssh-ed25519-cert-v01@openssh.com,ssh-ed25519,sk-ssh-ed25519@openssh.com,rsa-sha2-512";

function configRows({ server }: Machine): Row[] {
  const options = {
    PubkeyAcceptedAlgorithms: acceptedAlgorithms,
    RequiredRSASize: "1024",
    RevokedKeys: server.revokes ? "/etc/ssh/revoked" : "none",
  };
  return Object.entries(options).map(([option, value]) => ({
    option,
    value,
    source: "default",
    match: "",
  }));
}

const dockerOf = ({ services }: Site, machine: Machine) =>
  services.filter((one) => one.machine === machine && one.account === "root" && one.port === 2375);

const authenticationRows = (site: Site, machine: Machine): Row[] =>
  dockerOf(site, machine).map(({ port }) => ({ pid: port, service: "Docker API", port, open: 1 }));

function listenerRows(site: Site, machine: Machine): Row[] {
  const own = dockerOf(site, machine);
  const ssh = sshPort({ machine });
  const socket = (address: string, port: number, process_name: string) => ({
    pid: port,
    protocol: 6,
    family: 2,
    address,
    port,
    process_name,
    username: "root",
  });
  return [
    ...(ssh ? [socket(ssh.listens, ssh.port, "sshd")] : []),
    ...own.map(({ listens, port }) => socket(listens, port, "dockerd")),
    socket("127.0.0.1", 25, "master"),
  ];
}

/** A connection shows on both machines, or on one if the other was collected later. */
function flowRows({ flows }: Site, machine: Machine): Row[] {
  const row = { pid: 9, protocol: 6, family: 2, state: "ESTABLISHED" };
  return flows.flatMap(({ from, address, to, port }, at) => {
    const there = to.addresses[0]!.address;
    const out = {
      ...row,
      local_address: address,
      local_port: 40_000 + at,
      remote_address: there,
      remote_port: port,
    };
    const into = {
      ...row,
      local_address: there,
      local_port: port,
      remote_address: address,
      remote_port: 40_000 + at,
    };
    const sides = at % 3;
    if (from === machine && sides !== 1) return [out];
    return to === machine && sides !== 2 ? [into] : [];
  });
}
