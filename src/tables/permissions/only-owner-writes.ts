import type { Host } from "../host/port.ts";
import { createPathTree } from "./path-permissions/path-tree.ts";

/**
 * Whether only root and an account can change a path, by the modes of it and of all folders above.
 * An access list that lets others write shows in the group's bits, which are its mask then. What
 * can't be inspected counts as theirs alone: others can't see it either, or its own row says so.
 */
export function createOwnership(host: Host): (path: string, uid: number) => boolean {
  const tree = createPathTree(host);
  const isOpen = (path: string, uid: number) => {
    const node = tree.inspect(path);
    if (node.mode === null || node.uid === null) return false;
    return (node.uid !== 0 && node.uid !== uid) || (Number.parseInt(node.mode, 8) & 0o022) !== 0;
  };
  return (path, uid) =>
    !tree
      .parentPaths(path)
      .flat()
      .some((each) => isOpen(each, uid));
}
