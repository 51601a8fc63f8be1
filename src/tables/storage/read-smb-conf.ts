import type { GapReader } from "../host/gap-reader.ts";
import { parseSmbConf, type SmbSection } from "../parsers/smb-conf.ts";

export const smbConf = "/etc/samba/smb.conf";

/** smb.conf with the files that it includes in their places; a name with variables depends on the client. */
export function readSmbConf(read: GapReader): SmbSection[] {
  return parseSmbConf(textWithIncludes(read, smbConf));
}

function textWithIncludes(read: GapReader, path: string, depth = 0): string {
  const text = read.text(path) ?? "";
  return text.replace(/^[ \t]*include[ \t]*=[ \t]*(.*?)[ \t]*$/gim, (line, name: string) => {
    if (name !== "" && !name.includes("%") && depth < 8)
      return textWithIncludes(read, name, depth + 1);
    read.report({ reason: "error", detail: `${path}: the included "${name}" is not read` });
    return `# ${line}`;
  });
}
