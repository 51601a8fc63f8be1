import type { GapReader } from "../../../../host/gap-reader.ts";
import type { Target } from "../target.ts";
import { findAcpidHooks } from "./acpid-hooks.ts";
import { findAptHooks } from "./apt-hooks.ts";
import { findDpkgHooks } from "./dpkg-hooks.ts";
import { findFolderHooks } from "./folder-hooks.ts";
import { findInterfaceHooks } from "./interface-hooks.ts";
import { findLogrotateHooks } from "./logrotate-hooks.ts";
import { findMessageHooks } from "./message-hooks.ts";
import { sureOccasions } from "./sure-commands.ts";
import { findUdevHooks } from "./udev-hooks.ts";

/** What programs run as root when something happens, and the configuration that names it. */
export async function findHookTargets(read: GapReader): Promise<Target[]> {
  const sure = await sureOccasions(read);
  return [
    findLogrotateHooks,
    findAptHooks,
    findDpkgHooks,
    findMessageHooks,
    findFolderHooks,
    findInterfaceHooks,
    findUdevHooks,
    findAcpidHooks,
  ].flatMap((find) => find(read, sure));
}
