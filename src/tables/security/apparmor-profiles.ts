import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { listRequired } from "../host/read-required.ts";
import type { CollectedTable, Row } from "../model/table.ts";

const folder = "/sys/kernel/security/apparmor/policy/profiles";

/** One row per loaded AppArmor profile; none on a kernel without AppArmor. */
export const apparmorProfiles: CollectedTable = {
  name: "apparmor_profiles",
  description: "Loaded AppArmor profiles, and whether they enforce or only complain.",
  platforms: ["linux"],
  columns: {
    path: "TEXT",
    name: "TEXT",
    attach: "TEXT",
    mode: "TEXT",
    sha1: "TEXT",
    sha256: "TEXT",
  },
  collect(host) {
    if (!isEnabled(host)) return { rows: [], gaps: [] };
    const read = gapReader(host);
    const rows = listRequired(host, folder).map((name) => readProfile(read, `${folder}/${name}`));
    return { rows, gaps: read.gaps };
  },
};

function isEnabled(host: Host): boolean {
  const text = gapReader(host).text("/sys/module/apparmor/parameters/enabled");
  return text?.trim() === "Y" || host.exists(folder);
}

function readProfile(read: GapReader, path: string): Row {
  const field = (name: string) => read.text(`${path}/${name}`)?.trim() ?? null;
  return {
    path,
    name: field("name"),
    attach: field("attach"),
    mode: field("mode"),
    sha1: field("sha1"),
    sha256: field("sha256"),
  };
}
