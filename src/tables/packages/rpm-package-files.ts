import { TableUnavailable } from "../host/gap.ts";
import type { CollectedTable, Row } from "../model/table.ts";

const tags = "%{=NAME}\\t%{FILENAMES}\\t%{FILEUSERNAME}\\t%{FILEGROUPNAME}\\t%{FILEMODES:octal}";
export const rpmFilesQuery = `[${tags}\\t%{FILESIZES}\\t%{FILEDIGESTS}\\n]`;

const sha256Digits = 64;

/** One row per file and folder of an installed RPM package, with what it was when it was packed. */
export const rpmPackageFiles: CollectedTable = {
  name: "rpm_package_files",
  description: "Files and folders of the installed RPM packages, as they were packed.",
  platforms: ["linux"],
  columns: {
    package: "TEXT",
    path: "TEXT",
    username: "TEXT",
    groupname: "TEXT",
    mode: "TEXT",
    size: "BIGINT",
    sha256: "TEXT",
  },
  async collect(host) {
    const { stdout, exitCode } = await host.run("rpm", ["-qa", "--qf", rpmFilesQuery]);
    if (exitCode !== 0) throw new TableUnavailable("error", `rpm -qa exited with code ${exitCode}`);
    return { rows: parseRpmFiles(stdout), gaps: [] };
  },
};

export function parseRpmFiles(text: string): Row[] {
  return text.split("\n").flatMap((line) => {
    const [owner, path, username, groupname, mode = "", size, digest = ""] = line.split("\t");
    if (size === undefined) return [];
    return [
      {
        package: owner,
        path,
        username,
        groupname,
        // Without the type of the file.
        mode: mode.slice(-4).padStart(4, "0"),
        size: Number(size),
        // Old packages have MD5.
        sha256: digest.length === sha256Digits ? digest : "",
      },
    ];
  });
}
