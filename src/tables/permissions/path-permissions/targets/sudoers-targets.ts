import { gapReader } from "../../../host/gap-reader.ts";
import { readSudoers } from "../../../sudo/read-sudoers.ts";
import { type FindTargets, rootsTarget } from "./target.ts";

/**
 * The files of sudo's rules and their folders; enabled: sudo reads them. What can't be read is
 * reported with the rules themselves.
 */
export const findSudoersTargets: FindTargets = ({ host }) =>
  readSudoers(gapReader(host)).files.map(({ path, refusal }) =>
    rootsTarget("sudoers_file", path, { enabled: Number(refusal === null) }),
  );
