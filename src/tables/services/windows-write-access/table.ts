import type { Collected, CollectedTable } from "../../model/table.ts";
import { ordinaryIdentities } from "../../powershell/access/identities.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { collectWith } from "../../powershell/powershell.ts";
import { text } from "../../powershell/values.ts";
import { accessLists } from "./access-list.ts";
import { windowsWriteAccessScript } from "./script.ts";
import { serviceRows } from "./service-rows.ts";
import { taskRows } from "./task-rows.ts";

export function parseWindowsWriteAccess(printed: string, nowMs: number): Collected {
  const answer = readAnswer(printed);
  const identities = ordinaryIdentities(answer);
  const lists = accessLists(answer.optional("access"));
  const accounts = answer.required("accounts");
  const accountOf = (sid: string) =>
    text(accounts.find(({ SID }) => text(SID) === sid)?.Name ?? null);
  const services = answer.optional("services");
  const tasks = answer.optional("tasks");
  answer.needsAdministrator("access lists that Windows hides from others than administrators");
  const rows = [
    ...services.flatMap((service) => serviceRows(service, { lists, identities })),
    ...tasks.flatMap((task) => taskRows(task, { lists, identities, accountOf, nowMs })),
  ];
  return { rows, gaps: answer.gaps };
}

/**
 * One row per thing that an account without administrators' rights can change of a service or a
 * task: its program (`act`: write it, replace or create it in `via`), the folder of its program, a
 * file that Windows looks for first because the path has no quotes, its key in the registry, or the
 * service itself. `can_start`: whether the account may have the service start anew, NULL if its
 * access list was not read. `scheduled`: the task has a next run; `needs_login`: it runs only while
 * its account is logged in.
 */
export const windowsWriteAccess: CollectedTable = {
  name: "windows_write_access",
  description:
    "What accounts that are no administrators can change of Windows' services and scheduled tasks.",
  platforms: ["win32"],
  columns: {
    purpose: "TEXT",
    name: "TEXT",
    run_as: "TEXT",
    enabled: "INTEGER",
    command: "TEXT",
    path: "TEXT",
    act: "TEXT",
    via: "TEXT",
    username: "TEXT",
    uid: "BIGINT",
    can_start: "INTEGER",
    scheduled: "INTEGER",
    needs_login: "INTEGER",
  },
  collect: collectWith(windowsWriteAccessScript, parseWindowsWriteAccess),
};
