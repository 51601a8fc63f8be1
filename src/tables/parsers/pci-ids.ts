/** Names by "vendor", "vendor device", "vendor device subvendor subdevice", "C class" and "C classsubclass", in hex. */
export type PciNames = Map<string, string>;

/**
 * The list of pciutils: vendors and classes at the start of a line, devices and subclasses behind
 * one tab, subsystems behind two.
 */
export function parsePciIds(text: string): PciNames {
  const names: PciNames = new Map();
  let [top, device] = ["", ""];
  for (const line of text.split("\n")) {
    const [, tabs, isClass, id, name] =
      /^(\t{0,2})(C )?([0-9a-f]{2,4}(?: [0-9a-f]{4})?) {2}(.+)$/.exec(line) ?? [];
    if (id === undefined) continue;
    if (tabs === "") {
      top = isClass ? `C ${id}` : id;
      names.set(top, name!);
    } else if (tabs === "\t") {
      device = top.startsWith("C ") ? `${top}${id}` : `${top} ${id}`;
      names.set(device, name!);
    } else names.set(`${device} ${id}`, name!);
  }
  return names;
}
