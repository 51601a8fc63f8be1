import type { Gap } from "../../../host/gap.ts";
import type { Host } from "../../../host/port.ts";
import { listOptional } from "../../../host/read-optional.ts";
import { isProgram } from "./command-paths.ts";
import { everybodysFiles, rootsFiles } from "./root-shell-files.ts";
import { rootsTarget, type Target } from "./target.ts";

/** Scripts that run as root when it logs in or the machine starts. */
export function findLoginTargets(host: Host, gaps: Gap[]): Target[] {
  const dropIns = listOptional(host, "/etc/profile.d", gaps).filter((name) => /\.sh$/.test(name));
  const shared = everybodysFiles.filter((path) => host.exists(path));
  const boot = ["/etc/rc.local", "/etc/rc.d/rc.local"].filter((path) => host.exists(path));
  return [
    ...[...shared, "/etc/profile.d", ...dropIns.map((name) => `/etc/profile.d/${name}`)],
    ...rootsFiles,
  ]
    .map((path) => rootsTarget("login_script", path, { detail: "login" }))
    .concat(
      // systemd and init run it only if it may be executed
      boot.map((path) =>
        rootsTarget("login_script", path, {
          detail: "boot",
          enabled: Number(isProgram(host, path)),
        }),
      ),
    );
}
