import { windowsMachine } from "./windows-machine.ts";

const office = { env: "office", site: "fra" };

/** Ivan's laptop (design), without administrator rights. */
export const laptop5 = () =>
  windowsMachine({
    name: "laptop-5",
    product: "Microsoft Windows 11 Pro",
    version: "10.0.22631",
    address: "10.20.5.15",
    tags: { ...office, role: "laptop", team: "design" },
    users: ["ivan"],
    admins: [],
    bitLocker: true,
    services: [],
    ports: [[135, "svchost.exe"]],
    writable: [
      {
        kind: "unquoted_path",
        name: "FontSync",
        command: "C:\\Font Tools\\sync.exe",
        path: "C:\\Font.exe",
        user: "ivan",
        disabled: true,
      },
    ],
  });

/** Peggy's laptop; support staff administer their own machines. */
export const laptop6 = () =>
  windowsMachine({
    name: "laptop-6",
    product: "Microsoft Windows 11 Pro",
    version: "10.0.22631",
    address: "10.20.5.16",
    tags: { ...office, role: "laptop", team: "support" },
    users: ["peggy"],
    admins: ["peggy"],
    bitLocker: false,
    services: [
      [
        "TeamViewer",
        "TeamViewer",
        "LocalSystem",
        '"C:\\Program Files\\TeamViewer\\TeamViewer_Service.exe"',
      ],
    ],
    ports: [
      [135, "svchost.exe"],
      [3389, "svchost.exe"],
    ],
  });

/** The print and licence server of the office. */
export const winServer1 = () =>
  windowsMachine({
    name: "win-srv-1",
    product: "Microsoft Windows Server 2019 Standard",
    version: "10.0.17763",
    address: "10.20.5.50",
    tags: { ...office, role: "print", team: "support" },
    users: ["peggy", "alice", "ivan"],
    admins: ["alice"],
    bitLocker: false,
    services: [
      ["Spooler", "Print Spooler", "LocalSystem", "C:\\Windows\\System32\\spoolsv.exe"],
      ["PrintAccounting", "Print accounting", "LocalSystem", "C:\\Print Accounting\\acct.exe"],
      ["ScanToMail", "Scan to mail", "LocalSystem", "C:\\Scan\\mail.exe"],
      ["LicenceSvc", "Floating licences", "NT AUTHORITY\\LocalService", "C:\\Licences\\licsvc.exe"],
    ],
    ports: [
      [135, "svchost.exe"],
      [445, "System"],
      [3389, "svchost.exe"],
      [27000, "licsvc.exe"],
    ],
    writable: [
      {
        kind: "unquoted_path",
        name: "PrintAccounting",
        command: "C:\\Print Accounting\\acct.exe",
        path: "C:\\Print.exe",
        user: "ivan",
      },
      {
        kind: "service_program",
        name: "ScanToMail",
        command: "C:\\Scan\\mail.exe",
        path: "C:\\Scan\\mail.exe",
        user: "peggy",
      },
      {
        kind: "task_program",
        name: "\\ClearSpool",
        command: "C:\\Scan\\clear.cmd",
        path: "C:\\Scan\\clear.cmd",
        user: "peggy",
      },
    ],
    passwords: [["C:\\Windows\\Panther\\Unattend.xml", "alice", "peggy"]],
  });
