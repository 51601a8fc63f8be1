import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { readAnswer } from "../powershell/answer.ts";
import { collectWith, powershellScript } from "../powershell/powershell.ts";
import {
  choice,
  type Fields,
  filled,
  flag,
  isFields,
  listOf,
  seconds,
  text,
  whole,
} from "../powershell/values.ts";

/** Uses the task service: Get-ScheduledTaskInfo needs another call for each of some 200 tasks. */
export const scheduledTasksScript = powershellScript({
  tasks: `$service=New-Object -ComObject Schedule.Service;
    $service.Connect();
    $folders=@($service.GetFolder('\\'));
    while($folders){
      $next=@();
      foreach($folder in $folders){
        try{
          foreach($task in $folder.GetTasks(1)){
            $actions=@(); $hidden=$null;
            try{
              $definition=$task.Definition;
              $hidden=$definition.Settings.Hidden;
              $actions=@(foreach($action in $definition.Actions){$action | Select-Object Type,Path,Arguments,WorkingDirectory,ClassId})
            }catch{$missed+=$_};
            $message=$null; try{$message=(New-Object ComponentModel.Win32Exception ([int]$task.LastTaskResult)).Message}catch{};
            [pscustomobject]@{Name=$task.Name;Path=$task.Path;Enabled=$task.Enabled;State=$task.State;Hidden=$hidden;LastRunTime=$task.LastRunTime;NextRunTime=$task.NextRunTime;LastTaskResult=$task.LastTaskResult;Message=$message;Actions=$actions}
          };
          foreach($child in $folder.GetFolders(0)){$next+=$child}
        }catch{$missed+=$_}
      };
      $folders=$next
    }`,
});

const states = { 0: "unknown", 1: "disabled", 2: "queued", 3: "ready", 4: "running" };

export function parseScheduledTasks(printed: string): Collected {
  const answer = readAnswer(printed);
  const rows = answer.required("tasks").map(taskRow);
  answer.needsAdministrator("tasks of other accounts: only an administrator sees them");
  return { rows, gaps: answer.gaps };
}

function taskRow(task: Fields): Row {
  return {
    name: text(task.Name),
    action: listOf(task.Actions).filter(isFields).map(actionText).filter(Boolean).join(","),
    path: text(task.Path),
    enabled: flag(task.Enabled),
    state: choice(task.State, states) ?? "unknown",
    hidden: flag(task.Hidden),
    last_run_time: seconds(task.LastRunTime),
    next_run_time: seconds(task.NextRunTime),
    last_run_message: filled(task.Message),
    last_run_code: codeOf(whole(task.LastTaskResult)),
  };
}

/**
 * Folder, program and arguments, joined as in osquery; for a COM handler its class, which osquery
 * leaves out.
 */
function actionText({ Path, Arguments, WorkingDirectory, ClassId }: Fields): string {
  const words = [WorkingDirectory, Path, Arguments].map(filled).filter(Boolean);
  return words.length > 0 ? words.join(" ") : (filled(ClassId) ?? "");
}

/** A HRESULT is signed from COM and unsigned elsewhere; osquery shows it signed. */
const codeOf = (code: number | null) => (code === null ? null : String(code | 0));

/** One row per scheduled task, in any folder. */
export const scheduledTasks: CollectedTable = {
  name: "scheduled_tasks",
  description: "Scheduled tasks: what they run, last and next run.",
  platforms: ["win32"],
  columns: {
    name: "TEXT",
    action: "TEXT",
    path: "TEXT",
    enabled: "INTEGER",
    state: "TEXT",
    hidden: "INTEGER",
    last_run_time: "BIGINT",
    next_run_time: "BIGINT",
    last_run_message: "TEXT",
    last_run_code: "TEXT",
  },
  collect: collectWith(scheduledTasksScript, parseScheduledTasks),
};
