import { dirname, isAbsolute, normalize } from "node:path/posix";
import { readOwnerNames } from "../../accounts/owner-names.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import { isFolder } from "../../host/inspect.ts";
import type { Row } from "../../model/table.ts";
import { readAccessLists } from "./access-lists.ts";
import { readFileAttributes } from "./file-attributes.ts";
import { createMountAliases } from "./mount-aliases.ts";
import { createMountFlags } from "./mount-flags.ts";
import { createPathTree, type PathNode, type PathTree } from "./path-tree.ts";
import type { Target } from "./targets/target.ts";

export const maxRows = 20_000;

/** One row for each path that leads to each target. */
export async function describeTargets(read: GapReader, targets: Target[]): Promise<Row[]> {
  const tree = createPathTree(read.host);
  const steps = stepsOf(targets, tree, read);
  const describe = await createDescriber(read, { tree, paths: steps.map(({ path }) => path) });
  reportUnseen(read, tree, steps);
  const leadsOut = hasPlaceToExecute(read);
  return steps.map(({ target: { unexecuted, ...target }, depth, path, kept }) => {
    const row = describe(path);
    const refusal = unexecuted ?? noExecution(target, describe(target.target));
    const isOpen = leadsOut && mayHoldLinks(row);
    return {
      ...target,
      barred: target.barred ?? kept ?? (isOpen ? null : (refusal ?? null)),
      depth,
      ...row,
    };
  });
}

/** A path that can't be inspected leaves open only the rows of the purposes that it has. */
function reportUnseen(read: GapReader, { unseen }: PathTree, steps: Step[]): void {
  const purposes = new Map([...unseen.keys()].map((path) => [path, new Set<string>()]));
  for (const { path, target } of steps) purposes.get(path)?.add(target.purpose);
  for (const [path, gap] of unseen) {
    const known = [...purposes.get(path)!];
    read.report(known.length > 0 ? { ...gap, rows: { column: "purpose", values: known } } : gap);
  }
}

/** The kernel executes nothing of a file system mounted with noexec; interpreters read it. */
function noExecution({ executed, target }: Target, { mount_flags }: Row): string | undefined {
  const isBarred = executed === 1 && String(mount_flags).split(",").includes("noexec");
  return isBarred ? `${target} is on a file system mounted with noexec` : undefined;
}

/** A link in a folder leads to a file elsewhere; in a sticky one that all may write, the kernel may not follow it. */
const mayHoldLinks = ({ type, mode }: Row): boolean =>
  type === "directory" && !/[1357][0-7]{2}[2367]$/.test(String(mode));

/** Whether there is a place where accounts may put files that the kernel executes. */
function hasPlaceToExecute(read: GapReader): boolean {
  const flagsOf = createMountFlags(read);
  return ["/tmp", "/var/tmp", "/dev/shm", "/home"].some((path) => {
    const flags = flagsOf(path)?.split(",");
    return flags !== undefined && !flags.includes("noexec") && isFolder(read.host, path);
  });
}

interface Step {
  target: Target;
  /** 0 for the target itself, 1 for its folder… */
  depth: number;
  path: string;
  /** Why a change of this path changes nothing for the target. */
  kept?: string;
}

/** Root's targets come first, so that no other account can crowd them out with its own jobs. */
function stepsOf(targets: Target[], tree: PathTree, read: GapReader): Step[] {
  const steps: Step[] = [];
  const aliasesOf = createMountAliases(read);
  const sorted = [
    ...targets.filter(({ run_as }) => run_as === "root"),
    ...targets.filter(({ run_as }) => run_as !== "root"),
  ];
  for (const [index, target] of sorted.entries()) {
    const own = { ...target, target: normalize(target.target) };
    const paths = [...tree.parentPaths(own.target).flat(), ...elsewhere(own.target)];
    if (steps.length + paths.length > maxRows) {
      read.report({
        reason: "error",
        detail: `more than ${maxRows} rows: ${sorted.length - index} paths were left out`,
      });
      break;
    }
    steps.push(
      ...paths.map((path, depth) => ({
        target: own,
        depth,
        ...(typeof path === "string" ? { path } : path),
      })),
    );
  }
  return steps;

  /** The same through other mounts; what is above the folder that is mounted is not seen through the mount. */
  function elsewhere(path: string): Pick<Step, "path" | "kept">[] {
    if (!isAbsolute(path)) return [];
    return aliasesOf(tree.resolveFolders(path)).flatMap(({ path: alias, top }) =>
      tree
        .parentPaths(alias)[0]!
        .map((one) =>
          one === top || one.startsWith(`${top}/`)
            ? { path: one }
            : { path: one, kept: `${path} is in a mount, which shows ${top} as before` },
        ),
    );
  }
}

/** Attributes of each path; many targets share paths. */
async function createDescriber(
  read: GapReader,
  { tree, paths }: { tree: PathTree; paths: string[] },
): Promise<(path: string) => Row> {
  const resolved = new Map([...new Set(paths)].map((path) => [path, tree.resolveFolders(path)]));
  const listed = [...new Set(resolved.values())].filter((real) => tree.inspect(real).mode !== null);
  const lists = await readAccessLists(read, listed);
  const isWritable = (real: string) => isWritableBy(tree.inspect(real), lists.get(real));
  const attributes = await readFileAttributes(
    read.host,
    listed.filter((real) => isWritable(real) || isWritable(dirname(real))),
  );
  const flagsOf = createMountFlags(read);
  const names = readOwnerNames(read.host);
  const rows = new Map(
    [...resolved].map(([path, real]) => {
      const { type, mode, uid, gid } = tree.inspect(path);
      const owner = uid === null ? null : names.user(uid);
      const groupname = gid === null ? null : names.group(gid);
      // links have none
      const acl = type === "symlink" ? "" : (lists.get(real) ?? null);
      const mount_flags = flagsOf(real);
      const own = { type, mode, uid, gid, owner, groupname, acl, mount_flags };
      return [path, { path, ...own, attributes: attributes.get(real) ?? null }];
    }),
  );
  return (path) => rows.get(path)!;
}

/**
 * Whether another account than root may write a file or folder: only then its attributes matter, and
 * those of what is in it.
 */
function isWritableBy({ type, mode, uid }: PathNode, acl: string | null | undefined): boolean {
  if (type !== "regular" && type !== "directory") return false;
  return uid !== 0 || acl !== "" || (Number.parseInt(mode ?? "0", 8) & 0o022) !== 0;
}
