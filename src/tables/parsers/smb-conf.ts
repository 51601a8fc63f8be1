/** A section of smb.conf(5): parameters by lower-case name without spaces. */
export interface SmbSection {
  name: string;
  parameters: Map<string, string>;
}

/** Synonyms of a parameter; a leading "!" inverts the value. */
const synonyms = new Map<string, string>(
  Object.entries({
    directory: "path",
    public: "guestok",
    writeable: "!readonly",
    writable: "!readonly",
    writeok: "!readonly",
    allowhosts: "hostsallow",
    denyhosts: "hostsdeny",
    onlyguest: "guestonly",
    browsable: "browseable",
    minprotocol: "serverminprotocol",
    maxprotocol: "servermaxprotocol",
    protocol: "servermaxprotocol",
  }),
);

/** Sections in order; repeated sections are merged. */
export function parseSmbConf(text: string): SmbSection[] {
  const sections = new Map<string, SmbSection>();
  let current: SmbSection | undefined;
  for (const raw of text.replace(/\\\r?\n/g, " ").split("\n")) {
    const line = raw.trim();
    const heading = /^\[([^\]]*)\]/.exec(line)?.[1]?.trim();
    if (heading !== undefined) current = sectionNamed(sections, heading);
    else if (current && !/^[#;]/.test(line)) addParameter(current, line);
  }
  return [...sections.values()];
}

function sectionNamed(sections: Map<string, SmbSection>, name: string): SmbSection {
  const key = name.toLowerCase();
  const section = sections.get(key) ?? { name, parameters: new Map() };
  sections.set(key, section);
  return section;
}

function addParameter({ parameters }: SmbSection, line: string): void {
  const at = line.indexOf("=");
  if (at <= 0) return;
  const written = line.slice(0, at).toLowerCase().replace(/\s+/g, "");
  const value = line.slice(at + 1).trim();
  const name = synonyms.get(written) ?? written;
  if (name.startsWith("!")) parameters.set(name.slice(1), isYes(value) ? "no" : "yes");
  else parameters.set(name, value);
}

export const isYes = (value: string | undefined) => /^(?:yes|true|1|on)$/i.test(value ?? "");
