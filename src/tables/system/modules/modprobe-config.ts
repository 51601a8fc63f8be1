/** What modprobe.d(5) says of loading a module. */
export type ModuleRule =
  | { type: "blacklist"; module: string; line: number }
  /** `module` is a shell pattern. */
  | { type: "install"; module: string; command: string; line: number }
  /** `alias` is a shell pattern of what is asked for instead of the module. */
  | { type: "alias"; alias: string; module: string; line: number };

/** The kernel's form of a module's name or alias: modprobe takes both. Sets in brackets stay. */
export const moduleName = (name: string) =>
  name.replace(/\[[^\]]*\]|-/g, (part) => (part === "-" ? "_" : part));

/** The blacklist, install and alias lines of a file; a backslash at the end continues a line. */
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
  if (type === "alias") return { type, alias: module, module: moduleName(command.trim()), line };
  return type === "install" ? { type, module, command: command.trim(), line } : undefined;
}
