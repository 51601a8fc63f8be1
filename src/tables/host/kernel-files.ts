/** File systems by the magic number of statfs(2), see <linux/magic.h>: their files are the kernel's. */
export const kernelFileSystems: ReadonlySet<number> = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x74726163, // tracefs
  0x64626720, // debugfs
  0x73636673, // securityfs
  0xf97cff8c, // selinuxfs
  0x27e0eb, // cgroup
  0x63677270, // cgroup2
  0x62656570, // configfs
  0xcafe4a11, // bpf
  0x42494e4d, // binfmt_misc
  0xde5e81e4, // efivarfs
  0x6165676c, // pstore
  0x19800202, // mqueue
  0x65735543, // fusectl
  0x6e736673, // nsfs
]);

/** The kernel files that tables read. Reading them has no effect. */
const kernelPaths = [
  /^\/proc\/(?:self|\d+)\/(?:cgroup|cmdline|comm|environ|fdinfo\/\d+|io|limits|maps|mountinfo|mounts|stat|status|uid_map)$/,
  /^\/proc\/(?:(?:self|\d+)\/)?net\/(?:sctp\/)?\w+$/,
  /^\/proc\/self\/attr\/current$/,
  /^\/proc\/pressure\/memory$/,
  /^\/proc\/(?:cmdline|cpuinfo|filesystems|iomem|keys|loadavg|mdstat|meminfo|modules|mounts|stat|swaps|sysvipc\/shm|uptime|version)$/,
  /^\/proc\/sys\//,
  /^\/sys\/(?:bus\/(?:pci|usb)\/devices|class\/(?:block|dmi\/id|mei|net))\//,
  /^\/sys\/devices\/system\/cpu\//,
  /^\/sys\/firmware\/(?:acpi\/tables\/(?:dynamic\/)?\w+|dmi\/tables\/\w+)$/,
  /^\/sys\/firmware\/efi\/efivars\/(?:SecureBoot|SetupMode|dbx?)-[\w-]+$/,
  /^\/sys\/fs\/(?:cgroup|selinux)\//,
  /^\/sys\/fs\/(?:btrfs\/[\w-]+\/devinfo\/\d+\/error_stats|ext4\/[\w!.-]+\/(?:errors_count|(?:first|last)_error_\w+))$/,
  /^\/sys\/hypervisor\/\w+$/,
  /^\/sys\/kernel\/security\/apparmor\/policy\/profiles\//,
  /^\/sys\/module\/[\w-]+\/(?:taint|parameters\/\w+)$/,
];

/** Whether a path is the name of a kernel file that tables read. */
export function isKernelPath(path: string): boolean {
  return !path.includes("/../") && kernelPaths.some((pattern) => pattern.test(path));
}
