import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { keepRoot } from "./keep-root.ts";
import { enginePackages } from "./packages.ts";

const exec = promisify(execFile);

/**
 * The root `base` with container engines, whose services are not started, and a busybox for images
 * in a folder of its own, as its package replaces the root's.
 */
export const buildEngineRoot = (base: string): Promise<string> =>
  keepRoot([base, install, ...enginePackages], async (folder) => {
    await exec("cp", ["-a", base, folder]);
    await exec("chroot", [folder, "sh", "-ec", install, "sh", ...enginePackages], {
      maxBuffer: 64 << 20,
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", DEBIAN_FRONTEND: "noninteractive" },
    });
  });

const install = `
printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
chmod 755 /usr/sbin/policy-rc.d
apt-get -qq update
apt-get -qq install --no-install-recommends "$@"
cd /opt
apt-get -qq download busybox-static
dpkg -x busybox-static_*.deb busybox-static
rm busybox-static_*.deb
apt-get clean
rm /usr/sbin/policy-rc.d
`;
