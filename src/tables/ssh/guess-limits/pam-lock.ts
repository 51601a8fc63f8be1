import type { GapReader } from "../../host/gap-reader.ts";
import { failuresUntilLock, locksRoot } from "../../pam/failures-until-lock.ts";
import { pamStack } from "../../pam/pam-stack.ts";
import type { Settings } from "../../parsers/sshd/effective.ts";
import {
  effective,
  type GuessLimit,
  ineffective,
  type Judgement,
  mostInARow,
  unknownEffect,
} from "./guess-limit.ts";

/** Accounts that PAM locks after wrong passwords at sshd's rules. */
export function readPamLock(read: GapReader, { globals }: { globals: Settings }): GuessLimit[] {
  const auth = pamStack(read, { service: "sshd", type: "auth" });
  const usesPam = globals.get("UsePAM")?.values[0] === "yes";
  if (auth.length === 0 || !usesPam) return [];
  const failures = failuresUntilLock(read, auth);
  if (failures === 0) return [];
  const judgement = judgeLock(failures);
  return [{ mechanism: "PAM", coversRoot: locksRoot(read, auth), judge: () => judgement }];
}

function judgeLock(failures: number | null): Judgement {
  if (failures === null) return unknownEffect("a module whose rules are not read");
  if (failures > mostInARow)
    return ineffective(`locks an account after ${failures} wrong passwords`);
  return effective(`locks an account after ${failures} wrong passwords`);
}
