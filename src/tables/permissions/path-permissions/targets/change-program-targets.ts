import { changeProgram } from "../../../sudo/program-refusal.ts";
import { type FindTargets, rootsTarget } from "./target.ts";

/** Setuid programs by which one account becomes another, listed even if they are not installed. */
export const findChangeProgramTargets: FindTargets = ({ host }) =>
  ["su", "doas", "pkexec"].map((name) => {
    const { path, refusal } = changeProgram(host, name);
    return rootsTarget("change_program", path, { detail: name, executed: 1, barred: refusal });
  });
