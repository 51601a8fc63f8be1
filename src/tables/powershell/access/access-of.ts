import type { SecurityDescriptor } from "./sddl.ts";

/** Rights that any kind of object has, and what stands for them in a list that was not mapped. */
export const changePermissions = 0x40000;
export const takeOwnership = 0x80000;
const remove = 0x10000;

/** The first three bits mean something else for each kind of object. */
export interface Rights {
  /** Reading a file, or a value of a key. */
  read: boolean;
  /** Writing a file, adding one to a folder, setting a value of a key, changing a service. */
  write: boolean;
  /** Adding a folder to a folder, or a key to a key. */
  addFolder: boolean;
  /** Starting a service. */
  start: boolean;
  stop: boolean;
  /** Deleting what is in a folder. */
  removeChild: boolean;
  remove: boolean;
  /** Giving oneself every other right. */
  own: boolean;
}

/**
 * What an object allows somebody with these identifiers: entries count in their order, and the first
 * that names a right decides it, as Windows does it. The owner may change the list.
 */
export function accessOf(
  { owner, entries }: SecurityDescriptor,
  sids: ReadonlySet<string>,
): Rights {
  const has = (bit: number) => {
    if (entries === null) return true;
    const first = entries.find(({ mask, sid }) => sids.has(sid) && (mapped(mask) & bit) !== 0);
    return first?.allow ?? false;
  };
  const limitsOwner = entries?.some(({ sid }) => sid === "S-1-3-4") ?? false;
  return {
    read: has(0x1),
    write: has(0x2),
    addFolder: has(0x4),
    start: has(0x10),
    stop: has(0x20),
    removeChild: has(0x40),
    remove: has(remove),
    own:
      has(changePermissions) ||
      has(takeOwnership) ||
      (owner !== null && sids.has(owner) && !limitsOwner),
  };
}

/** Generic rights stand for those of the object. */
function mapped(mask: number): number {
  const all = (mask & 0x10000000) !== 0 ? 0x1f01ff : 0;
  const write = (mask & 0x40000000) !== 0 ? 0x116 : 0;
  const read = (mask & 0x80000000) !== 0 ? 0x89 : 0;
  return mask | all | write | read;
}
