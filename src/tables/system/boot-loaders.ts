import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { runGrubConfig } from "../parsers/grub/run-grub-config.ts";

/** One row per configuration of a boot loader that was found. */
export const bootLoaders: CollectedTable = {
  name: "boot_loaders",
  description: "Boot loaders, and whether their menu can be edited without a password.",
  platforms: ["linux"],
  columns: {
    /** grub or systemd-boot. */
    loader: "TEXT",
    path: "TEXT",
    /** Who may edit entries, as GRUB's configuration names them. */
    superusers: "TEXT",
    /** 1 if nobody can edit an entry without a password, or at all. */
    protected: "INTEGER",
  },
  collect(host) {
    const read = gapReader(host);
    return { rows: [...grubRows(read), ...systemdBootRows(read)], gaps: read.gaps };
  },
};

const grubFolders = ["/boot/grub", "/boot/grub2"];

function grubRows(read: GapReader) {
  return grubFolders.flatMap((folder) => {
    const path = `${folder}/grub.cfg`;
    const text = read.text(path);
    if (text === undefined) return [];
    const menu = runGrubConfig(text, { folder, read: (file) => read.text(file) });
    // Without a password of theirs, superusers can't edit the menu either.
    const isProtected = menu.superusers !== null && (menu.isExported || !menu.hasOpenSubmenu);
    return [{ loader: "grub", path, superusers: menu.superusers ?? "", protected: +isProtected }];
  });
}

const systemdBootFiles = ["/boot", "/efi", "/boot/efi"].map(
  (folder) => `${folder}/loader/loader.conf`,
);

/** Its editor is on unless the configuration says otherwise; it has no passwords. */
function systemdBootRows(read: GapReader) {
  return systemdBootFiles.flatMap((path) => {
    const text = read.text(path);
    if (text === undefined) return [];
    const editor = /^\s*editor\s+(\S+)/m.exec(text)?.[1] ?? "yes";
    const isOff = /^(?:no|n|off|false|f|0)$/i.test(editor);
    return [{ loader: "systemd-boot", path, superusers: "", protected: +isOff }];
  });
}
