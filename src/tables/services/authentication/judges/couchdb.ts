import type { ServiceJudge } from "../model/types.ts";

export const couchdb: ServiceJudge = {
  service: "CouchDB",
  isService: ({ name, argv }) =>
    name === "beam.smp" && argv.some((word) => /\bcouchdb\b|couch_ini/.test(word)),
  judge(process) {
    const files = ["/opt/couchdb/etc", "/etc/couchdb"].flatMap((folder) =>
      ["default.ini", "default.d/*.ini", "local.ini", "local.d/*.ini"].flatMap((name) =>
        process.glob(`${folder}/${name}`),
      ),
    );
    if (files.length === 0)
      return [{ open: null, reason: "its configuration files were not found" }];
    const sections = files
      .map((file) => process.text(file) ?? "")
      .join("\n")
      .split(/^\s*(?=\[)/m);
    const hasAdmin = sections.some(
      (section) => /^\[admins\]/.test(section) && /^\s*[^;#[\s=][^=]*=\s*\S/m.test(section),
    );
    return hasAdmin
      ? [{ open: 0, reason: "it has an administrator" }]
      : [{ open: 1, reason: "no administrator is configured, so everyone is one" }];
  },
};
