import type { Row } from "../../model/table.ts";
import type { Identity } from "../../powershell/access/identities.ts";
import { bareName } from "../../powershell/account-names.ts";
import {
  type Fields,
  filled,
  flag,
  listOf,
  seconds,
  text,
  whole,
} from "../../powershell/values.ts";
import type { AccessLists } from "./access-list.ts";
import { commandUse } from "./uses.ts";

/** The task runs only while its account is logged in (TASK_LOGON_INTERACTIVE_TOKEN). */
const interactive = 3;

const names: Record<string, string> = {
  "S-1-5-18": "SYSTEM",
  "S-1-5-19": "LOCAL SERVICE",
  "S-1-5-20": "NETWORK SERVICE",
};

/** What an ordinary account can change of a task's programs and scripts. */
export function taskRows(
  task: Fields,
  {
    lists,
    identities,
    accountOf,
    nowMs,
  }: {
    lists: AccessLists;
    identities: Identity[];
    accountOf: (sid: string) => string | null;
    nowMs: number;
  },
): Row[] {
  const user = filled(task.UserId);
  if (user === null) return []; // a group's: it runs as whoever is logged in
  const run_as = names[user] ?? accountOf(user) ?? bareName(user);
  const next = seconds(task.NextRunTime);
  return listOf(task.Commands)
    .map((command) => text(command) ?? "")
    .flatMap((command) => {
      const { program, scripts } = commandUse(command);
      const paths = [program, ...scripts].filter((path) => path !== null);
      return identities.flatMap((identity) =>
        paths.flatMap((path): Row[] => {
          const change = lists.change(path, identity);
          if (!change) return [];
          return [
            {
              purpose: "task_program",
              name: text(task.Path),
              run_as,
              enabled: flag(task.Enabled),
              command,
              username: identity.username,
              uid: identity.uid,
              can_start: null,
              scheduled: Number(next !== null && next * 1000 > nowMs),
              needs_login: Number(whole(task.LogonType) === interactive),
              path,
              ...change,
            },
          ];
        }),
      );
    });
}
