import type { GapReader } from "../../host/gap-reader.ts";
import { type ShownUnit, showUnits } from "./show.ts";
import { type DiskUnit, readDiskUnits, templateOf } from "./units-on-disk.ts";

export interface TypedUnit {
  disk: DiskUnit;
  /** What systemd shows of it; undefined if it isn't loaded or systemd doesn't answer. */
  shown: ShownUnit | undefined;
  /** Empty if systemd doesn't answer. */
  state: { active_state?: string | null; sub_state?: string | null };
}

/**
 * The units on disk whose names end in `suffix` (".timer"), without aliases, and the loaded instances of
 * templates, each with its state.
 */
export async function unitsOfType(read: GapReader, suffix: string): Promise<TypedUnit[]> {
  const all = await showUnits(read);
  const byName = new Map(all?.map((unit) => [unit.get("Id")![0]!, unit]));
  const idle = all ? { active_state: "inactive", sub_state: "dead" } : {};
  return readDiskUnits(read)
    .filter(({ name, aliasOf }) => name.endsWith(suffix) && !aliasOf)
    .flatMap((disk) => [disk, ...instancesOf(disk, [...byName.keys()])])
    .map((disk) => {
      const shown = byName.get(disk.name);
      return { disk, shown, state: shown ? stateOf(shown) : idle };
    });
}

const instancesOf = (template: DiskUnit, names: string[]): DiskUnit[] =>
  names
    .filter((name) => name !== template.name && templateOf(name) === template.name)
    .map((name) => ({ ...template, name }));

const stateOf = (unit: ShownUnit): TypedUnit["state"] => ({
  active_state: unit.get("ActiveState")?.[0] ?? null,
  sub_state: unit.get("SubState")?.[0] ?? null,
});
