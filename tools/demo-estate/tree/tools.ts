import type { FileTree, Node } from "./file-tree.ts";
import type { Tool } from "./tree-host.ts";

/** getfacl with numeric ids and -s: a block for each path that has entries of its own. */
export function getfacl(tree: FileTree): Tool {
  return (args) =>
    args
      .filter((arg) => arg.startsWith("/"))
      .map((path) => ({ path, node: tree.get(path) }))
      .filter(({ node }) => node !== undefined && node.acl.length > 0)
      .map(({ path, node }) => accessOf(path, node!))
      .join("\n");
}

const triple = (bits: number) =>
  ["r", "w", "x"].map((one, at) => (bits & (4 >> at) ? one : "-")).join("");

/** With entries of its own a file's group bits are their mask. */
function accessOf(path: string, { mode, uid, gid, acl }: Node): string {
  const header = [`# file: ${path}`, `# owner: ${uid}`, `# group: ${gid}`];
  const bits = [
    `user::${triple(mode >> 6)}`,
    `mask::${triple(mode >> 3)}`,
    `other::${triple(mode)}`,
  ];
  return `${[...header, ...bits, ...acl].join("\n")}\n`;
}

export function getcap(tree: FileTree): Tool {
  return () =>
    tree
      .paths()
      .map((path) => [path, tree.get(path)!.capabilities] as const)
      .filter(([, capabilities]) => capabilities !== "")
      .map(([path, capabilities]) => `${path} ${capabilities}\n`)
      .join("");
}
