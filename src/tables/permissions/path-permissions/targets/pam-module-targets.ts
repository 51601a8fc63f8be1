import { type GapReader, gapReader } from "../../../host/gap-reader.ts";
import { expandGlob } from "../../../host/glob.ts";
import { isFolder, isPresent } from "../../../host/inspect.ts";
import { type PamRule, pamServices, pamStack } from "../../../pam/pam-stack.ts";
import { flat } from "../../../pam/run-stack.ts";
import { createOwnership } from "../../only-owner-writes.ts";
import { rootsTarget, type Target } from "./target.ts";

const types = ["auth", "account", "password", "session"];

/**
 * Modules of PAM's services, and the programs that pam_exec runs, where somebody besides root may be
 * able to write them or a folder above. `detail` is a service that has the module, su before others.
 */
export function findPamModuleTargets({ host }: GapReader): Target[] {
  const read = gapReader(host); // the tables of the rules report what can't be read
  const folders = expandGlob(read, "/usr/lib/*/security")
    .concat(expandGlob(read, "/lib/*/security"))
    .concat("/usr/lib64/security", "/lib64/security", "/usr/lib/security", "/lib/security")
    .filter((folder) => isFolder(host, folder));
  const isRootsAlone = createOwnership(host);
  const found = new Map<string, Target>();
  for (const service of pamServices(read).sort((a, b) => Number(b === "su") - Number(a === "su")))
    for (const rule of types.flatMap((type) => flat(pamStack(read, { service, type }))))
      for (const target of targetsOf(rule, service))
        if (!found.has(target.target) && !isRootsAlone(target.target, 0))
          found.set(target.target, target);
  return [...found.values()];

  function targetsOf(rule: PamRule, service: string): Target[] {
    const paths = rule.file.startsWith("/")
      ? [rule.file]
      : folders.map((folder) => `${folder}/${rule.file}`);
    const module = paths.find((path) => isPresent(host, path));
    const program = rule.module === "pam_exec" && rule.args.find((arg) => arg.startsWith("/"));
    return [
      ...(module
        ? [rootsTarget("pam_module", module, { detail: service, source: rule.source })]
        : []),
      ...(program
        ? [
            rootsTarget("pam_program", program, {
              detail: service,
              source: rule.source,
              executed: 1,
            }),
          ]
        : []),
    ];
  }
}
