import type { GapReader } from "../../../host/gap-reader.ts";
import { isProgram } from "../../../host/is-program.ts";
import { loginShellFiles, rootsFiles } from "./root-shell-files.ts";
import { rootsTarget, type Target } from "./target.ts";

/** Scripts that run as root at root's login or at boot. */
export function findLoginTargets(read: GapReader): Target[] {
  const dropIns = read.list("/etc/profile.d").filter((name) => /\.sh$/.test(name));
  const shared = loginShellFiles.filter((path) => read.host.exists(path));
  const boot = ["/etc/rc.local", "/etc/rc.d/rc.local"].filter((path) => read.host.exists(path));
  return [
    ...[...shared, "/etc/profile.d", ...dropIns.map((name) => `/etc/profile.d/${name}`)],
    ...rootsFiles,
  ]
    .map((path) => rootsTarget("login_script", path, { detail: "login" }))
    .concat(
      // systemd and init only run it if it is executable
      boot.map((path) =>
        rootsTarget("login_script", path, {
          detail: "boot",
          enabled: Number(isProgram(read.host, path)),
        }),
      ),
    );
}
