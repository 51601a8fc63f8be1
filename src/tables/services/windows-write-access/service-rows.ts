import type { Row } from "../../model/table.ts";
import { accessOf, type Rights } from "../../powershell/access/access-of.ts";
import type { Identity } from "../../powershell/access/identities.ts";
import { parseSddl } from "../../powershell/access/sddl.ts";
import { bareName } from "../../powershell/account-names.ts";
import { choice, type Fields, filled, text } from "../../powershell/values.ts";
import type { AccessLists } from "./access-list.ts";
import { commandUse, folderOf } from "./uses.ts";

/** Of a service that has no access list of its own: others than administrators can only look at it. */
const usual =
  "O:SYG:SYD:(A;;CCLCSWRPWPDTLOCRRC;;;SY)(A;;CCDCLCSWRPWPDTLOCRSDRCWDWO;;;BA)(A;;CCLCSWLOCRRC;;;IU)(A;;CCLCSWLOCRRC;;;SU)";

const stopped = { 1: "Stopped" };
const disabled = { 4: "Disabled" };

/** What an ordinary account can change of a service: a row for each thing and account. */
export function serviceRows(
  service: Fields,
  { lists, identities }: { lists: AccessLists; identities: Identity[] },
): Row[] {
  const command = filled(service.PathName) ?? "";
  const { program, earlier } = commandUse(command);
  const files = [program, filled(service.ServiceDll)].filter((path) => path !== null);
  const key = parseSddl(filled(service.Key) ?? "");
  // A list that could not be read is null, one that is not there is empty.
  const own = text(service.Own) === null ? null : parseSddl(filled(service.Own) ?? usual);
  return identities.flatMap((identity) => {
    const control = own && accessOf(own, identity.sids);
    const common = {
      name: text(service.Name),
      run_as: serviceAccount(filled(service.StartName)),
      enabled: Number(choice(service.StartMode, disabled) === null),
      command,
      username: identity.username,
      uid: identity.uid,
      can_start: control && Number(canStart(control, service)),
    };
    const rows: Row[] = files.flatMap((path): Row[] => {
      const change = lists.change(path, identity);
      if (change) return [{ ...common, purpose: "service_program", path, ...change }];
      const folder = folderOf(path);
      const mayAdd = folder !== null && lists.rights(folder, identity)?.write;
      return mayAdd
        ? [{ ...common, purpose: "service_folder", path, act: "add to", via: folder }]
        : [];
    });
    for (const path of earlier) {
      const change = lists.change(path, identity);
      if (change) rows.push({ ...common, purpose: "unquoted_path", path, ...change });
    }
    const keyRights = key && accessOf(key, identity.sids);
    const at = `HKLM\\SYSTEM\\CurrentControlSet\\Services\\${common.name}`;
    if (keyRights?.write || keyRights?.own)
      rows.push({ ...common, purpose: "service_key", path: at, act: "write", via: at });
    if (control?.write || control?.own)
      rows.push({ ...common, purpose: "service", path: common.name, act: "configure", via: at });
    return rows;
  });
}

/** Whether the account can have the service start anew. */
const canStart = ({ start, stop, own }: Rights, { State }: Fields) =>
  own || (start && (stop || choice(State, stopped) !== null));

/** The account's name as elsewhere: SYSTEM, LOCAL SERVICE, or without its machine or domain. */
export function serviceAccount(name: string | null): string {
  const bare = bareName(name) ?? "SYSTEM";
  const known: Record<string, string> = {
    localsystem: "SYSTEM",
    localservice: "LOCAL SERVICE",
    networkservice: "NETWORK SERVICE",
  };
  return known[bare.toLowerCase()] ?? bare;
}
