import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { platformInfo } from "../../../../src/tables/hardware/platform-info.ts";
import { usbDevices } from "../../../../src/tables/hardware/usb-devices.ts";
import { apparmorProfiles } from "../../../../src/tables/security/apparmor-profiles.ts";
import { secureboot } from "../../../../src/tables/security/secureboot/table.ts";
import { selinuxSettings } from "../../../../src/tables/security/selinux-settings.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { hostTree, recordedHost, temporaryHost } from "../../../helpers/host.ts";

const debian = recordedHost("system-debian");
const rhel = recordedHost("system-rhel");
const nothing = () => temporaryHost({});

test("AppArmor's profiles tell whether they enforce; a kernel without it has none", async () => {
  expect(await collectRows(apparmorProfiles, debian)).toMatchObject([
    { name: "/usr/sbin/cupsd", mode: "enforce", sha1: "aa11" },
    { name: "man_filter", attach: "<unknown>", mode: "complain" },
  ]);
  expect(await collectRows(apparmorProfiles, nothing())).toEqual([]);
  const closed = closePaths(debian, (path) => path.includes("/sys/kernel/security"));
  expect(() => apparmorProfiles.collect(closed)).toThrow("permission denied");
});

test("SELinux that doesn't enforce is permissive, whatever is configured", async () => {
  expect(await collectRows(selinuxSettings, rhel)).toEqual([
    { scope: "", key: "enforce", value: "0", mode: "permissive" },
    { scope: "", key: "mls", value: "1", mode: "permissive" },
    { scope: "booleans", key: "httpd_can_network_connect", value: "1", mode: "permissive" },
    { scope: "config", key: "SELINUX", value: "enforcing", mode: "permissive" },
    { scope: "config", key: "SELINUXTYPE", value: "targeted", mode: "permissive" },
  ]);
  expect(await collectRows(selinuxSettings, nothing())).toEqual([]);
});

test("a closed SELinux state is unknown, not disabled", async () => {
  const { rows, gaps } = await selinuxSettings.collect(
    closePaths(rhel, (path) => path.endsWith("enforce")),
  );
  expect(rows[0]).toMatchObject({ key: "mls", mode: null });
  expect(gaps).toEqual([
    { reason: "denied", detail: "/sys/fs/selinux/enforce: permission denied" },
  ]);
});

test("SELinux that enforces without a policy is off", async () => {
  const files = { "/sys/fs/selinux/enforce": "1", "/sys/fs/selinux/policyvers": "33" };
  const withPolicy = { ...files, "/sys/fs/selinux/class/file/index": "1" };
  const noPolicy = hostTree({ files: { ...files, "/sys/fs/selinux/class/.keep": "" } });
  rmSync(noPolicy.path("/sys/fs/selinux/class/.keep"));
  expect((await collectRows(selinuxSettings, noPolicy))[0]).toMatchObject({ mode: "disabled" });
  const loaded = await collectRows(selinuxSettings, temporaryHost(withPolicy));
  expect(loaded[0]).toMatchObject({ mode: "enforcing" });
});

test.each([
  ["system_u:system_r:initrc_t:s0\0", "nodev\tselinuxfs\n", 1],
  ["kernel\0", "nodev\tselinuxfs\n", 0],
  ["unconfined\n", "nodev\tselinuxfs\n", 0],
  [":ns://a:b (enforce)\n", "nodev\tsecurityfs\n", 0],
])("the label %j, and an unmounted selinuxfs of %j", async (label, filesystems, hidden) => {
  const files = { "/proc/self/attr/current": label, "/proc/filesystems": filesystems };
  const { rows, gaps } = await selinuxSettings.collect(temporaryHost(files));
  expect(rows).toEqual(hidden ? [{ scope: "", key: "enforce", value: null, mode: null }] : []);
  expect(gaps).toHaveLength(hidden);
});

test("secure boot is on, absent without UEFI, and a gap when closed", async () => {
  expect(await collectRows(secureboot, rhel)).toEqual([
    { secure_boot: 1, setup_mode: 0, shim_verifies: 1 },
  ]);
  expect(await collectRows(secureboot, debian)).toEqual([]);
  const { rows, gaps } = await secureboot.collect(closePaths(rhel, () => true));
  expect(rows).toEqual([]);
  expect(gaps[0]).toMatchObject({ reason: "denied" });
});

test("shim that verifies nothing is seen by its variable", async () => {
  const shim = "/sys/firmware/efi/efivars/MokSBStateRT-605dab50-e046-4300-abb6-3dd810dd8b23";
  const global = "8be4df61-93ca-11d2-aa0d-00e098032b8c";
  const files = {
    [`/sys/firmware/efi/efivars/SecureBoot-${global}`]: "\x06\0\0\0\x01",
    [shim]: "\x06\0\0\0\x01",
  };
  expect(await collectRows(secureboot, hostTree({ files }))).toEqual([
    { secure_boot: 1, setup_mode: null, shim_verifies: 0 },
  ]);
});

test("the firmware is told where there is one", async () => {
  expect(await collectRows(platformInfo, debian)).toMatchObject([
    { vendor: "SeaBIOS", version: "1.16", firmware_type: "bios" },
  ]);
  expect(await collectRows(platformInfo, nothing())).toEqual([]);
});

test("a memory stick has the class of its interface", async () => {
  expect(await collectRows(usbDevices, debian)).toEqual([
    {
      usb_address: 3,
      usb_port: 1,
      vendor: "SanDisk",
      vendor_id: "0781",
      version: "0100",
      model: "Cruzer Blade",
      model_id: "5567",
      serial: "4C53",
      class: "8",
      subclass: "6",
      protocol: "80",
      removable: 1,
    },
  ]);
  expect(await collectRows(usbDevices, nothing())).toEqual([]);
});
