import { daysAgo, recordedAt } from "./clock.ts";
import { addRows, type Machine, write } from "./machine.ts";
import { stableNumber } from "./stable-number.ts";

/** Runtime state: clock, load, memory and kernel settings. */
export function addState(machine: Machine): void {
  addUptime(machine);
  addMemory(machine);
  addRows(machine, "kernel_info", {
    version: machine.kernel,
    arguments: "ro quiet",
    path: `/boot/vmlinuz-${machine.kernel}`,
    device: "/dev/sda2",
  });
  addRows(machine, "system_info", {
    hostname: machine.name,
    computer_name: machine.name,
    cpu_type: "x86_64",
    cpu_brand: "AMD EPYC 7443 24-Core Processor",
    cpu_physical_cores: machine.cores,
    cpu_logical_cores: machine.cores,
    physical_memory: machine.memoryGiB * 1_073_741_824,
    hardware_vendor: machine.hardware.vendor,
    hardware_model: machine.hardware.model,
    virtualization: { QEMU: "kvm", "Amazon EC2": "amazon" }[machine.hardware.vendor] ?? null,
  });
  addRows(machine, "time", {
    timezone: "UTC",
    local_timezone: "UTC",
    unix_time: recordedAt,
    synchronised: 1,
    offset_seconds: 0.0002,
    ntp_server: "10.20.0.2",
  });
  for (const [name, value] of Object.entries(kernelSettings))
    write(machine, `/proc/sys/${name.replaceAll(".", "/")}`, { content: `${value}\n` });
  write(machine, "/proc/sys/kernel/arch", { content: "x86_64\n" });
}

function addUptime(machine: Machine): void {
  const total = recordedAt - machine.bootedAt;
  addRows(machine, "uptime", {
    days: Math.floor(total / 86_400),
    hours: Math.floor((total % 86_400) / 3600),
    minutes: Math.floor((total % 3600) / 60),
    seconds: total % 60,
    total_seconds: total,
    boot_time: machine.bootedAt,
  });
  for (const period of ["1m", "5m", "15m"])
    addRows(machine, "load_average", {
      period,
      average: String(stableNumber(`${machine.name} ${period}`, machine.cores * 60) / 100),
    });
}

function addMemory(machine: Machine): void {
  const total = machine.memoryGiB * 1_073_741_824;
  const percent = 25 + stableNumber(`${machine.name} memory`, 45);
  const available = Math.floor((total * (100 - percent)) / 100);
  addRows(machine, "memory_info", {
    memory_total: total,
    memory_free: Math.floor(available / 3),
    memory_available: available,
    cached: Math.floor(available / 2),
    swap_total: 1_073_741_824,
    swap_free: 1_073_741_824,
    percent_used: percent,
    swap_percent_used: 0,
  });
}

const kernelSettings = {
  "fs.protected_hardlinks": "1",
  "fs.protected_symlinks": "1",
  "fs.suid_dumpable": "0",
  "kernel.dmesg_restrict": "1",
  "kernel.kptr_restrict": "1",
  "kernel.randomize_va_space": "2",
  "kernel.yama.ptrace_scope": "1",
  "net.ipv4.conf.all.accept_redirects": "0",
  "net.ipv4.conf.all.accept_source_route": "0",
  "net.ipv4.conf.all.rp_filter": "2",
  "net.ipv4.ip_forward": "0",
  "net.ipv4.tcp_syncookies": "1",
};

/** A current or past session, as utmp and wtmp record it. */
export interface Login {
  user: string;
  from: string;
  daysAgo: number;
  /** The session is still open. */
  open?: boolean;
}

export function addLogins(machine: Machine, ...logins: Login[]): void {
  logins.forEach((login, index) => {
    const time = daysAgo(login.daysAgo);
    const shared = { tty: `pts/${index}`, host: login.from, time, pid: 41_000 + index * 211 };
    addRows(machine, "last", {
      username: login.user,
      ...shared,
      type: 7,
      type_name: "user-process",
    });
    if (login.open)
      addRows(machine, "logged_in_users", { type: "user", user: login.user, ...shared });
  });
}
