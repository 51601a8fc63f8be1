import { TableUnavailable } from "../host/gap.ts";
import type { CollectedTable } from "../model/table.ts";
import { linuxColumns } from "../osquery/linux-columns.ts";

/** osquery's tables of events on Linux, and what one of their rows is. */
const events: Record<string, string> = {
  apparmor_events: "AppArmor decisions that the kernel's audit reported.",
  bpf_process_events: "Processes started, from eBPF.",
  bpf_socket_events: "Sockets opened, from eBPF.",
  file_events: "Changes to files, from inotify.",
  hardware_events: "Devices that appeared or disappeared, from udev.",
  process_events: "Processes started, from the kernel's audit.",
  process_file_events: "Files that processes wrote, from the kernel's audit.",
  seccomp_events: "System calls that seccomp stopped, from the kernel's audit.",
  selinux_events: "SELinux decisions, from the kernel's audit.",
  socket_events: "Sockets opened, from the kernel's audit.",
  syslog_events: "Messages that rsyslog forwarded.",
  user_events: "Logins and other actions of users, from the kernel's audit.",
  yara_events: "Changed files that match a YARA rule.",
};

/**
 * They exist so that a pack that reads them loads, and are empty with a gap: a publisher would have
 * to record events all the time, and an agent reads the host only when it is asked.
 */
export const eventTables: CollectedTable[] = Object.entries(events).map(([name, description]) => ({
  name,
  description: `${description} Always empty: it needs an event publisher.`,
  platforms: ["linux"],
  columns: linuxColumns(name),
  collect() {
    throw new TableUnavailable(
      "table_missing",
      `${name} needs an event publisher, which this agent doesn't run`,
    );
  },
}));
