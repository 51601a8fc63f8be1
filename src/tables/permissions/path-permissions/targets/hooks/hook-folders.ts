/** Folders whose files a program runs as root on some occasion. */
export interface HookFolders {
  /** The program. */
  detail: string;
  folders: string[];
  /** Names that it runs. */
  names: RegExp;
  /** One of these paths is there where the program is in use; absent: with its daemon. */
  present?: string[];
  /** The process that runs them. */
  daemon?: string;
  /** Whether the kernel executes them, or a shell reads them. */
  executed: boolean;
  awaits: string;
  /** The program passes over files that others than root own or can write. */
  isStrict?: boolean;
  /** The first folder that has a name decides what is run under it. */
  isMerged?: boolean;
}

/** run-parts passes over other names. */
const runParts = /^[\w-]+$/;

export const hookFolders: HookFolders[] = [
  {
    detail: "ifupdown",
    folders: ["pre-up", "up", "down", "post-down"].map((name) => `/etc/network/if-${name}.d`),
    names: runParts,
    present: ["/sbin/ifup"],
    executed: true,
    awaits: "a network interface is brought up or down",
  },
  {
    detail: "NetworkManager",
    folders: ["/etc", "/usr/lib"].flatMap((root) =>
      ["", "/pre-up.d", "/pre-down.d", "/no-wait.d"].map(
        (folder) => `${root}/NetworkManager/dispatcher.d${folder}`,
      ),
    ),
    names: /^(?!.*(?:~|\.rpmsave|\.rpmorig|\.rpmnew|\.swp)$)[^.]/,
    daemon: "NetworkManager",
    executed: true,
    awaits: "a network connection changes",
    isStrict: true,
  },
  {
    detail: "dhclient",
    folders: ["/etc/dhcp/dhclient-enter-hooks.d", "/etc/dhcp/dhclient-exit-hooks.d"],
    names: runParts,
    present: ["/sbin/dhclient"],
    executed: false,
    awaits: "dhclient gets an address",
  },
  {
    detail: "systemd generators",
    folders: ["/etc", "/run", "/usr/local/lib", "/usr/lib"].map(
      (root) => `${root}/systemd/system-generators`,
    ),
    names: /^[^.]/,
    present: ["/run/systemd/system"],
    executed: true,
    awaits: "systemd reads its units again",
    isMerged: true,
  },
  {
    detail: "systemd-sleep",
    folders: ["/usr/lib/systemd/system-sleep"],
    names: /^[^.]/,
    present: ["/run/systemd/system"],
    executed: true,
    awaits: "the host goes to sleep",
  },
  {
    detail: "systemd-shutdown",
    folders: ["/usr/lib/systemd/system-shutdown"],
    names: /^[^.]/,
    present: ["/run/systemd/system"],
    executed: true,
    awaits: "the host shuts down",
  },
  {
    detail: "kernel packages",
    folders: ["preinst", "postinst", "prerm", "postrm"].map((name) => `/etc/kernel/${name}.d`),
    names: runParts,
    present: ["/usr/bin/dpkg"],
    executed: true,
    awaits: "a kernel package is installed or removed",
  },
  {
    detail: "initramfs-tools",
    folders: ["/etc/initramfs-tools/hooks"],
    names: runParts,
    present: ["/usr/sbin/update-initramfs"],
    executed: true,
    awaits: "the initial RAM disk is made again",
  },
];
