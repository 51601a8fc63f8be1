import type { Row } from "../../../../src/tables/model/table.ts";
import { grant, ownPath, replaceCuts } from "../granted.ts";
import { addRow } from "../machine.ts";
import { addPath, type Use } from "../paths.ts";
import type { Planting, Step } from "../site.ts";

/** A file of cron or systemd that other accounts can change. */
interface Job {
  use: Use;
  rows: [string, Row][];
  file: string;
}

function plantJob(planting: Planting, { use, rows, file }: Job): string[] {
  const { machine, to: run_as } = planting;
  const granted = grant(planting, {
    target: ownPath(planting, file),
    bits: 2,
    mode: 0o755,
    replaceable: true,
  });
  addPath(machine, { run_as, ...use }, granted);
  for (const [table, row] of rows) addRow(machine, table, row);
  return granted.grantees;
}

export const cronJob: Step = {
  kind: "cron",
  cuts: [...replaceCuts, "no-cron", "cron-unseen"],
  plant(planting) {
    const { cut, name, to: username } = planting;
    const source = `/etc/cron.d/${name}`;
    const detail = `${ownPath(planting, "run.sh")} --quiet`;
    const enabled = cut === "no-cron" ? 0 : cut === "cron-unseen" ? null : 1;
    const use = { purpose: "cron_job", source, enabled, detail };
    const table: Row = { path: source, username, job_command: detail, minute: "*/5", hour: "*" };
    return plantJob(planting, { use, rows: [["crontab", table]], file: "run.sh" });
  },
};

/** The folder of daily scripts, which exists once. */
export const cronFolder: Step = {
  kind: "cron-folder",
  cuts: ["no-cron", "mask", "no-member", "read-only-mount"],
  fits: ({ machine }) => !machine.taken.has("cron.daily"),
  plant(planting) {
    const { machine, cut } = planting;
    machine.taken.add("cron.daily");
    const target = "/etc/cron.daily";
    const granted = grant(planting, { target, bits: 2, mode: 0o755, type: "directory" });
    addPath(
      machine,
      { purpose: "cron_table", source: target, enabled: cut === "no-cron" ? 0 : 1 },
      granted,
    );
    return granted.grantees;
  },
};

export const unit: Step = {
  kind: "unit",
  cuts: [...replaceCuts, "no-timer", "timer-stopped", "timer-elapsed", "masked", "unit-file-only"],
  plant(planting) {
    const { cut, name, site } = planting;
    const id = `${name}.service`;
    const source = `/etc/systemd/system/${id}`;
    const purpose = site.random.pick(["unit_program", "unit_environment"]);
    const [service, timer] = unitRows(name, cut);
    const use: Use = { purpose: cut === "unit-file-only" ? "unit" : purpose, source, detail: id };
    if (cut === "no-timer")
      return plantJob(planting, { use, rows: [["systemd_units", service]], file: "serve" });
    const rows: [string, Row][] = [
      ["systemd_units", service],
      ["systemd_timers", timer],
    ];
    return plantJob(planting, { use, rows, file: "serve" });
  },
};

/** The service and its timer. */
export function unitRows(
  name: string,
  cut: string | null,
  exec_start = `/opt/${name}/bin/serve`,
): [Row, Row] {
  const id = `${name}.service`;
  const fragment_path = `/etc/systemd/system/${id}`;
  const state = cut === "masked" ? "masked" : "static";
  const stopped = cut === "timer-stopped";
  return [
    { id, name: id, fragment_path, unit_file_state: state, active_state: "inactive", exec_start },
    {
      name: `${name}.timer`,
      unit: id,
      enabled: stopped ? 0 : 1,
      active_state: stopped ? "inactive" : "active",
      sub_state: stopped ? "dead" : cut === "timer-elapsed" ? "elapsed" : "waiting",
    },
  ];
}
