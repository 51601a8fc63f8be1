import { buildEngineRoot } from "./build-engine-root.ts";
import { missingForControlGroups } from "./control-groups.ts";
import { missingForKernel, openKernelRoot } from "./open-kernel-root.ts";
import { openRoot, type RootOptions } from "./open-root.ts";
import type { PlantedRoot } from "./planted-root.ts";

/** How to open a root that shares the machine's kernel, or why it can't be built. */
export type FoundRoot = RootOptions | { missing: string };

/** What opens a root, or why it can't be built. */
export type RootOpener = { open(): Promise<PlantedRoot> } | { missing: string };

interface Needs {
  engines?: boolean;
  systemd?: boolean;
}

/** The root with container engines is built for the first that asks for it. */
export function createRootOptions({ base, probe }: Pick<RootOptions, "base" | "probe">): {
  rootFor(needs: Needs): Promise<FoundRoot>;
  openerFor(needs: Needs & { kernel?: boolean }): Promise<RootOpener>;
} {
  let engines: Promise<FoundRoot> | undefined;
  let kernel: Promise<string | null> | undefined;

  async function openEngineBase(): Promise<FoundRoot> {
    const reason = missingForControlGroups("engines");
    const found: FoundRoot = reason
      ? { missing: reason }
      : await buildEngineRoot(base).then(
          (built) => ({ base: built, probe, controlGroups: "engines" }),
          (error: Error) => ({
            missing: `no container engine could be installed: ${error.message}`,
          }),
        );
    if ("missing" in found)
      console.info(`The cases with containers are skipped: ${found.missing}.`);
    return found;
  }

  /** It is started once: User Mode Linux can't run programs on processors with large registers (AMX). */
  async function findKernel(): Promise<string | null> {
    const missing =
      missingForKernel() ??
      (await openKernelRoot({ base, probe }).then(
        (root) => root.close().then(() => null),
        (error: Error) => error.message.split("\n", 1)[0]!,
      ));
    if (missing) console.info(`The cases with a kernel of their own are skipped: ${missing}.`);
    return missing;
  }

  async function rootFor(needs: Needs): Promise<FoundRoot> {
    if (needs.systemd) {
      const missing = missingForControlGroups("systemd");
      return missing ? { missing } : { base, probe, controlGroups: "systemd" };
    }
    if (!needs.engines) return { base, probe };
    engines ??= openEngineBase();
    return engines;
  }

  return {
    rootFor,
    async openerFor(needs) {
      if (needs.kernel) {
        kernel ??= findKernel();
        const reason = await kernel;
        return reason ? { missing: reason } : { open: () => openKernelRoot({ base, probe }) };
      }
      const found = await rootFor(needs);
      return "missing" in found ? found : { open: () => openRoot(found) };
    },
  };
}
