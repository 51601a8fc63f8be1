import type { Row } from "../../../src/tables/model/table.ts";
import { daysAgo, recordedAt } from "../machine/clock.ts";
import { addressesOf, type RecordedMachine, rowsOf } from "../machine/recorded-machine.ts";
import { people } from "../people.ts";

interface WritableProgram {
  kind: "unquoted_path" | "service_program" | "task_program";
  name: string;
  command: string;
  /** The file that the account can create or write. */
  path: string;
  user: string;
  disabled?: boolean;
}

export interface WindowsFacts {
  name: string;
  product: string;
  /** "10.0.22631" */
  version: string;
  address: string;
  tags: Record<string, string>;
  /** Account names, and which of them are administrators. */
  users: string[];
  admins: string[];
  bitLocker: boolean;
  services: [name: string, display: string, account: string, path: string][];
  ports: [port: number, process: string][];
  /** What accounts may change of what Windows runs as another account. */
  writable?: WritableProgram[];
  /** Files in which an account can read the password of another one. */
  passwords?: [path: string, of: string, reader: string][];
}

export function windowsMachine(facts: WindowsFacts): RecordedMachine {
  const { name, version, tags, address } = facts;
  return {
    name,
    os: "windows",
    os_version: version,
    arch: "x64",
    tags,
    address,
    tables: {
      ...accountTables(facts),
      ...systemTables(facts),
      ...serviceTables(facts),
      ...accessTables(facts),
      interface_addresses: addressesOf("Ethernet", address),
    },
  };
}

const numberIn = (user: string) => people[user]!.uid;

function accountTables({ users, admins }: WindowsFacts): Record<string, Row[]> {
  const accounts: (string | number)[][] = [
    [500, 513, "Administrator", "Built-in account", "C:\\Users\\Administrator", 0],
    [501, 513, "Guest", "Built-in account for guests", "", 0],
    [18, 18, "SYSTEM", "", "", 1],
    ...users.map((user) => [
      numberIn(user),
      513,
      user,
      people[user]!.full,
      `C:\\Users\\${user}`,
      1,
    ]),
  ];
  const memberships: (string | number)[][] = [
    [500, 544, "Administrator", "Administrators"],
    ...users.map((user) => [numberIn(user), 545, user, "Users"]),
    ...admins.map((user) => [numberIn(user), 544, user, "Administrators"]),
  ];
  return {
    users: rowsOf("uid gid username description directory enabled", ...accounts),
    groups: rowsOf(
      "gid groupname group_sid",
      [544, "Administrators", "S-1-5-32-544"],
      [545, "Users", "S-1-5-32-545"],
    ),
    user_groups: rowsOf("uid gid username groupname", ...memberships),
    logged_in_users: rowsOf(
      "type user tty host time pid",
      ...users.slice(0, 1).map((user) => ["active", user, "console", "", daysAgo(0.3), 4120]),
    ),
  };
}

function systemTables({ name, product, version, bitLocker }: WindowsFacts): Record<string, Row[]> {
  const [major, minor, build] = version.split(".");
  const boot = daysAgo(11);
  return {
    os_version: rowsOf("name version major minor patch build platform platform_like arch", [
      product,
      version,
      Number(major),
      Number(minor),
      0,
      build!,
      "windows",
      "windows",
      "64-bit",
    ]),
    system_info: rowsOf(
      "hostname computer_name cpu_type cpu_brand cpu_physical_cores cpu_logical_cores physical_memory hardware_vendor hardware_model",
      [
        name,
        name,
        "x86_64",
        "Intel(R) Core(TM) i5-1345U",
        10,
        12,
        17_179_869_184,
        "Dell Inc.",
        "Latitude 5440",
      ],
    ),
    uptime: rowsOf("days hours minutes seconds total_seconds boot_time", [
      11,
      0,
      0,
      0,
      recordedAt - boot,
      boot,
    ]),
    bitlocker_info: rowsOf(
      "drive_letter protection_status conversion_status encryption_method percentage_encrypted",
      [
        "C:",
        Number(bitLocker),
        Number(bitLocker),
        bitLocker ? "XTS-AES 256" : "None",
        bitLocker ? 100 : 0,
      ],
    ),
    logical_drives: rowsOf("device_id description free_space size file_system boot_partition", [
      "C:",
      "Local Fixed Disk",
      190_000_000_000,
      510_000_000_000,
      "NTFS",
      1,
    ]),
    patches: rowsOf(
      "csname hotfix_id description installed_on",
      [name, "KB5041585", "Security Update", "2026-08-14"],
      [name, "KB5043076", "Security Update", "2026-09-11"],
    ),
    windows_firewall_profiles: rowsOf(
      "name enabled default_inbound_action default_outbound_action",
      ["Domain", 1, "block", "allow"],
      ["Private", 1, "block", "allow"],
      ["Public", 1, "block", "allow"],
    ),
    windows_security_products: rowsOf("type name state signatures_up_to_date", [
      "Antivirus",
      "Windows Defender",
      "On",
      1,
    ]),
  };
}

function serviceTables({ services, ports }: WindowsFacts): Record<string, Row[]> {
  const usual: WindowsFacts["services"] = [
    [
      "WinDefend",
      "Microsoft Defender Antivirus Service",
      "LocalSystem",
      '"C:\\ProgramData\\Microsoft\\Windows Defender\\Platform\\4.18.24080.9-0\\MsMpEng.exe"',
    ],
    [
      "EventLog",
      "Windows Event Log",
      "NT AUTHORITY\\LocalService",
      "C:\\Windows\\System32\\svchost.exe -k LocalServiceNetworkRestricted",
    ],
  ];
  return {
    services: rowsOf(
      "name display_name status start_type user_account path",
      ...[...usual, ...services].map(([name, display, account, path]) => [
        name,
        display,
        "RUNNING",
        "AUTO_START",
        account,
        path,
      ]),
    ),
    listening_ports: rowsOf(
      "pid port protocol family address process_name",
      ...ports.map(([port, process], index) => [1200 + index * 84, port, 6, 2, "0.0.0.0", process]),
    ),
    programs: rowsOf(
      "name version publisher install_date",
      ["Mozilla Firefox (x64 en-US)", "128.0.3", "Mozilla", "20260804"],
      ["7-Zip 22.01 (x64)", "22.01", "Igor Pavlov", "20230302"],
      ["Microsoft 365 Apps for business", "16.0.17726.20160", "Microsoft Corporation", "20260711"],
    ),
  };
}

/** Services can be restarted by who may change them, and tasks run at their time. */
function accessTables({ writable = [], passwords = [] }: WindowsFacts): Record<string, Row[]> {
  const rows = writable.map(({ kind, name, command, path, user, disabled = false }) => {
    const isTask = kind === "task_program";
    const isNew = kind === "unquoted_path";
    return {
      purpose: kind,
      ...{ name, run_as: "SYSTEM", enabled: Number(!disabled), command, path },
      act: isNew ? "create" : "write",
      via: isNew ? path.slice(0, path.lastIndexOf("\\") + 1) : path,
      ...{ username: user, uid: numberIn(user) },
      ...(isTask ? { scheduled: 1, needs_login: 0 } : { can_start: 1 }),
    };
  });
  return {
    ...(rows.length > 0 && { windows_write_access: rows }),
    ...(passwords.length > 0 && {
      windows_saved_passwords: rowsOf(
        "kind path target_user target_domain in_use username uid",
        ...passwords.map(([path, of, reader]) => [
          ...["answer_file", path, of, "", 1, reader, numberIn(reader)],
        ]),
      ),
    }),
  };
}
