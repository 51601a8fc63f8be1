/** A file, folder or link of a machine, with numeric uid and gid of that machine. */
export interface Node {
  type: "file" | "folder" | "link" | "socket" | "block" | "character";
  mode: number;
  uid: number;
  gid: number;
  content: Buffer;
  /** Target of a symbolic link. */
  target: string;
  /** Epoch ms. */
  mtimeMs: number;
  inode: number;
  /** Access entries beyond the mode, as getfacl prints them with numeric ids. */
  acl: string[];
  /** As getcap prints them: "cap_setuid=ep". */
  capabilities: string;
}

export type NodeFacts = Partial<Omit<Node, "inode" | "content">> & { content?: string | Buffer };

/** The files of one machine in memory, so that owners and modes can be set without root. */
export interface FileTree {
  /** Writes a node; missing parent folders are created with owner root and mode 0755. */
  put(path: string, facts: NodeFacts): void;
  /** The node at a path itself: links in its last part are not followed. */
  get(path: string): Node | undefined;
  /** Names in a folder, sorted. */
  names(folder: string): string[];
  paths(): string[];
}

const modes = {
  file: 0o644,
  folder: 0o755,
  link: 0o777,
  socket: 0o660,
  block: 0o660,
  character: 0o666,
};

export function createFileTree(builtAtMs: number): FileTree {
  const nodes = new Map<string, Node>();
  const names = new Map<string, Set<string>>();

  function put(path: string, { content = "", ...facts }: NodeFacts): void {
    if (path !== "/") enter(path);
    const before = nodes.get(path);
    const type = facts.type ?? before?.type ?? "file";
    nodes.set(path, {
      type,
      mode: before?.mode ?? modes[type],
      uid: before?.uid ?? 0,
      gid: before?.gid ?? 0,
      target: "",
      mtimeMs: builtAtMs,
      inode: before?.inode ?? 131_072 + nodes.size,
      acl: [],
      capabilities: "",
      ...facts,
      content: Buffer.from(content),
    });
    if (type === "folder" && !names.has(path)) names.set(path, new Set());
  }

  function enter(path: string): void {
    const folder = path.slice(0, path.lastIndexOf("/")) || "/";
    if (!nodes.has(folder)) put(folder, { type: "folder" });
    names.get(folder)?.add(path.slice(path.lastIndexOf("/") + 1));
  }

  return {
    put,
    get: (path) => nodes.get(path),
    names: (folder) => [...(names.get(folder) ?? [])].sort(),
    paths: () => [...nodes.keys()].sort(),
  };
}
