import { grant, ownPath, writeCuts } from "../granted.ts";
import { addRow } from "../machine.ts";
import { addPath } from "../paths.ts";
import type { Planting, Step } from "../site.ts";
import { unitRows } from "./jobs.ts";

const cuts = [...writeCuts, "last", "by-path"];

/** A folder early in root's PATH, for a job that runs a program by bare name. */
export const pathOfCron: Step = {
  kind: "path-cron",
  cuts: [...cuts, "no-cron"],
  plant(planting) {
    const { machine, cut, name } = planting;
    const path = `/etc/cron.d/${name}`;
    const command = cut === "by-path" ? "/usr/bin/report --daily" : "report --daily";
    addRow(machine, "crontab", {
      path,
      username: "root",
      job_command: command,
      minute: "5",
      hour: "4",
    });
    return plantFolder(planting, { source: path, enabled: cut === "no-cron" ? 0 : 1 });
  },
};

export const pathOfUnit: Step = {
  kind: "path-unit",
  cuts: [...cuts, "masked", "timer-stopped", "timer-elapsed"],
  plant(planting) {
    const { machine, cut, name } = planting;
    const command = cut === "by-path" ? "/usr/bin/report" : "report";
    const [service, timer] = unitRows(name, cut, `/bin/sh -c '${command} --daily'`);
    addRow(machine, "systemd_units", service);
    addRow(machine, "systemd_timers", timer);
    return plantFolder(planting, { source: String(service.fragment_path), enabled: 1 });
  },
};

function plantFolder(planting: Planting, use: { source: string; enabled: number }): string[] {
  const { machine, cut } = planting;
  const target = ownPath(planting, "tools");
  const granted = grant(planting, { target, bits: 2, mode: 0o755, type: "directory" });
  const detail = cut === "last" ? `/usr/bin:/bin:${target}` : `${target}:/usr/bin:/bin`;
  const waits =
    cut === "last" || cut === "by-path" ? { awaits: "a program is started by name" } : {};
  addPath(machine, { purpose: "path_folder", detail, ...waits, ...use }, granted);
  return granted.grantees;
}
