import type { Row } from "../../../src/tables/model/table.ts";
import { daysAgo, recordedAt } from "../machine/clock.ts";
import { addressesOf, type RecordedMachine, rowsOf } from "../machine/recorded-machine.ts";
import { fingerprintOf, publicKeyOf } from "../machine/ssh-keys.ts";
import { people } from "../people.ts";

interface MacFacts {
  name: string;
  /** The owning account. */
  user: string;
  address: string;
  /** "14.6.1" */
  release: string;
  model: string;
  isAdmin: boolean;
  fileVault: boolean;
  /** A key without a passphrase, and the host it was last used for. */
  openKey?: { name: string; file: string; usedFor: string };
}

/** Heidi's laptop, where she is not an administrator; her profiling key has no passphrase. */
export const laptop3 = () =>
  macLaptop({
    name: "laptop-3",
    user: "heidi",
    address: "10.20.5.13",
    release: "14.6.1",
    model: "MacBookPro18,3",
    isAdmin: false,
    fileVault: true,
    openKey: { name: "heidi profiling", file: "profiling", usedFor: "10.20.2.12" },
  });

/** Judy's laptop, two macOS releases behind. */
export const laptop4 = () =>
  macLaptop({
    name: "laptop-4",
    user: "judy",
    address: "10.20.5.14",
    release: "13.6.4",
    model: "Mac14,2",
    isAdmin: true,
    fileVault: false,
  });

function macLaptop(facts: MacFacts): RecordedMachine {
  const { name, address, release, user } = facts;
  return {
    name,
    os: "darwin",
    os_version: release,
    arch: "arm64",
    tags: { env: "office", role: "laptop", site: "fra", team: people[user]!.team },
    address,
    tables: {
      ...accountTables(facts),
      ...systemTables(facts),
      ...softwareTables(),
      ...keyTables(facts),
      interface_addresses: addressesOf("en0", address),
      listening_ports: listeners(user),
    },
  };
}

const uid = 501;

function accountTables({ user, isAdmin, name }: MacFacts): Record<string, Row[]> {
  const home = `/Users/${user}`;
  const key = `${user}@${name}`;
  const memberships: (string | number)[][] = [
    [0, 0, "root", "wheel", "root"],
    [uid, 20, user, "staff", "user"],
    ...(isAdmin ? [[uid, 80, user, "admin", "user"]] : []),
  ];
  return {
    users: rowsOf(
      "uid gid uid_signed gid_signed username description directory shell is_hidden type enabled",
      [0, 0, 0, 0, "root", "System Administrator", "/var/root", "/bin/sh", 0, "root", 0],
      [uid, 20, uid, 20, user, people[user]!.full, home, "/bin/zsh", 0, "user", 1],
    ),
    groups: rowsOf(
      "gid gid_signed groupname is_hidden comment",
      [0, 0, "wheel", 0, ""],
      [20, 20, "staff", 0, ""],
      [80, 80, "admin", 0, ""],
    ),
    user_groups: rowsOf("uid gid username groupname user_type", ...memberships),
    sudoers: rowsOf(
      "source header rule_details line who hosts run_as commands options nopasswd users",
      ["/etc/sudoers", "root", "ALL = (ALL) ALL", 45, "root", "ALL", "ALL", "ALL", "", 0, "root"],
      [
        "/etc/sudoers",
        "%admin",
        "ALL = (ALL) ALL",
        46,
        "%admin",
        "ALL",
        "ALL",
        "ALL",
        "",
        0,
        isAdmin ? user : "",
      ],
    ),
    user_ssh_keys: rowsOf(
      "uid path encrypted key_type key_group_name key_length key_security_bits username fingerprint public_key mode",
      [
        uid,
        `${home}/.ssh/id_ed25519`,
        1,
        "ed25519",
        "ed25519",
        256,
        128,
        user,
        fingerprintOf(key),
        publicKeyOf(key).split(" ").slice(0, 2).join(" "),
        "0600",
      ],
    ),
    logged_in_users: rowsOf("type user tty host time pid", [
      "user",
      user,
      "console",
      "",
      daysAgo(1),
      412,
    ]),
  };
}

/** The contents of ~/.ssh and their permissions. */
function keyTables({ user, name, address, openKey }: MacFacts): Record<string, Row[]> {
  const home = `/Users/${user}`;
  const own: [file: string, key: string, encrypted: number][] = [
    ["id_ed25519", `${user}@${name}`, 1],
    ...(openKey ? [[openKey.file, openKey.name, 0] as [string, string, number]] : []),
  ];
  const flow = openKey && [address, openKey.usedFor, 51_822, 22, 6, "ESTABLISHED", "ssh", user];
  return {
    credential_files: rowsOf(
      "path kind username uid encrypted algorithm fingerprint",
      ...own.map(([file, key, encrypted]) => [
        ...[`${home}/.ssh/${file}`, "ssh_private_key", user, uid, encrypted],
        ...["ssh-ed25519", fingerprintOf(key)],
      ]),
    ),
    path_permissions: own.flatMap(([file]) => wayTo(`${home}/.ssh/${file}`, user)),
    process_open_sockets: rowsOf(
      "local_address remote_address local_port remote_port protocol state process_name username",
      ...(flow ? [flow] : []),
    ),
  };
}

function wayTo(target: string, user: string): Row[] {
  const home = `/Users/${user}`;
  const columns =
    "purpose run_as enabled detail target source acl depth path type mode uid gid owner groupname";
  const shared = ["credential", user, 1, "ssh_private_key", target, "", ""];
  return rowsOf(
    columns,
    [...shared, 0, target, "regular", "0600", uid, 20, user, "staff"],
    [...shared, 1, `${home}/.ssh`, "directory", "0700", uid, 20, user, "staff"],
    [...shared, 2, home, "directory", "0750", uid, 20, user, "staff"],
    [...shared, 3, "/Users", "directory", "0755", 0, 80, "root", "admin"],
    [...shared, 4, "/", "directory", "0755", 0, 0, "root", "wheel"],
  );
}

function systemTables({ name, release, model, fileVault }: MacFacts): Record<string, Row[]> {
  const [major, minor, patch] = release.split(".").map(Number);
  const boot = daysAgo(4);
  const total = recordedAt - boot;
  return {
    os_version: rowsOf(
      "name version major minor patch build platform platform_like codename arch",
      ["macOS", release, major!, minor!, patch!, "23G93", "darwin", "darwin", "", "arm64"],
    ),
    system_info: rowsOf(
      "hostname computer_name cpu_type cpu_brand cpu_physical_cores cpu_logical_cores physical_memory hardware_vendor hardware_model",
      [name, name, "arm64e", "Apple M1 Pro", 8, 8, 17_179_869_184, "Apple Inc.", model],
    ),
    uptime: rowsOf("days hours minutes seconds total_seconds boot_time", [4, 0, 0, 0, total, boot]),
    disk_encryption: rowsOf("name uuid encrypted type encryption_status filevault_status", [
      "disk3s1",
      "",
      Number(fileVault),
      "APFS",
      fileVault ? "encrypted" : "not encrypted",
      fileVault ? "on" : "off",
    ]),
    gatekeeper: rowsOf("assessments_enabled dev_id_enabled version", [1, 1, "94"]),
    sip_config: rowsOf("config_flag enabled enabled_nvram", ["sip", 1, 1]),
    alf: rowsOf(
      "allow_signed_enabled firewall_unload global_state logging_enabled stealth_enabled version",
      [1, 0, 1, 0, 0, "1.6"],
    ),
    mounts: rowsOf("device path type flags size free percent_used", [
      "/dev/disk3s1",
      "/",
      "apfs",
      "rw",
      494_384_795_648,
      181_000_000_000,
      63.4,
    ]),
  };
}

function softwareTables(): Record<string, Row[]> {
  return {
    apps: rowsOf(
      "name path bundle_identifier bundle_short_version",
      ["Safari.app", "/Applications/Safari.app", "com.apple.Safari", "17.6"],
      ["Slack.app", "/Applications/Slack.app", "com.tinyspeck.slackmacgap", "4.39.95"],
      [
        "Visual Studio Code.app",
        "/Applications/Visual Studio Code.app",
        "com.microsoft.VSCode",
        "1.92.2",
      ],
      ["Firefox.app", "/Applications/Firefox.app", "org.mozilla.firefox", "128.0.3"],
    ),
    homebrew_packages: rowsOf(
      "name path version type prefix",
      ["git", "/opt/homebrew/Cellar/git", "2.46.0", "formula", "/opt/homebrew"],
      ["openssl@3", "/opt/homebrew/Cellar/openssl@3", "3.3.1", "formula", "/opt/homebrew"],
      [
        "kubernetes-cli",
        "/opt/homebrew/Cellar/kubernetes-cli",
        "1.30.3",
        "formula",
        "/opt/homebrew",
      ],
    ),
  };
}

const listeners = (user: string): Row[] =>
  rowsOf(
    "pid port protocol family address path process_name username",
    [512, 7000, 6, 2, "0.0.0.0", "", "ControlCenter", user],
    [388, 5353, 17, 2, "0.0.0.0", "", "mDNSResponder", "_mdnsresponder"],
  );
