import type { GapReader } from "../../host/gap-reader.ts";

/** Modules that refuse accounts by their own rules, which are not read here. */
const withRules = new Set([
  "pam_access",
  "pam_exec",
  "pam_listfile",
  "pam_python",
  "pam_script",
  "pam_succeed_if",
  "pam_time",
]);

const maxIncludes = 8;

/** Modules with their own rules that apply to every login through sshd. */
export function pamAccountModules(read: GapReader): string[] {
  return [...new Set(modulesOf(read, { service: "sshd", depth: 0 }))].filter((name) =>
    withRules.has(name),
  );
}

function modulesOf(
  read: GapReader,
  { service, depth }: { service: string; depth: number },
): string[] {
  const include = (name: string) =>
    depth < maxIncludes ? modulesOf(read, { service: name, depth: depth + 1 }) : [];
  return read.lines(`/etc/pam.d/${service}`).flatMap((line) => {
    const [, included] = /^@include\s+([\w.-]+)/.exec(line) ?? [];
    if (included) return include(included);
    const [, control = "", name = ""] =
      /^\s*-?account\s+(\[[^\]]*\]|\S+)\s+(\S+)/i.exec(line) ?? [];
    if (/^(include|substack)$/i.test(control)) return include(name);
    // "sufficient" and "optional" modules never refuse an account
    const decides = /^(required|requisite)$|=(bad|die)\b/i.test(control);
    return decides ? [name.replace(/^.*\//, "").replace(/\.so$/, "")] : [];
  });
}
