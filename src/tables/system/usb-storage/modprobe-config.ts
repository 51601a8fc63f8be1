/** What modprobe.d(5) says of loading a module. */
export type ModuleRule =
  | { type: "blacklist"; module: string; line: number }
  /** `module` is a shell pattern. */
  | { type: "install"; module: string; command: string; line: number };

/** The kernel's form of a module's name: modprobe takes both. */
export const moduleName = (name: string) => name.replaceAll("-", "_");

/** The blacklist and install lines of a file; a backslash at the end continues a line. */
export function parseModprobeConfig(text: string): ModuleRule[] {
  const rules: ModuleRule[] = [];
  let joined = "";
  for (const [index, part] of text.split("\n").entries()) {
    joined += part.replace(/\\$/, "");
    if (part.endsWith("\\")) continue;
    const rule = parseLine(joined, index + 1);
    if (rule) rules.push(rule);
    joined = "";
  }
  return rules;
}

function parseLine(text: string, line: number): ModuleRule | undefined {
  const [, type, name = "", command = ""] = /^[\t ]*(\S+)[\t ]+(\S+)(.*)$/.exec(text) ?? [];
  const module = moduleName(name);
  if (type === "blacklist") return { type, module, line };
  return type === "install" ? { type, module, command: command.trim(), line } : undefined;
}
