import { isSecretValue } from "../secrets/find-settings.ts";
import { type LoginTarget, loginTarget, portOf } from "./login-target.ts";

interface Section {
  name: string;
  options: Map<string, string>;
}

/** "[name]" sections with "option = value"; MySQL treats "-" and "_" alike. */
function parseSections(text: string): Section[] {
  const sections: Section[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name] = /^\s*\[([^\]]+)\]/.exec(line) ?? [];
    const [, option, value = ""] = /^\s*([\w-]+)\s*=(.*)$/.exec(line) ?? [];
    if (name) sections.push({ name: name.trim(), options: new Map() });
    else if (option)
      sections
        .at(-1)
        ?.options.set(option.replaceAll("-", "_"), value.trim().replace(/^(["'])(.*)\1$/, "$2"));
  }
  return sections;
}

/** Client sections with a password; [client] supplies missing options. */
export function parseMyCnf(text: string): LoginTarget[] {
  const sections = parseSections(text).filter(({ name }) => /^(client|mysql(?!d\b))/.test(name));
  const shared = sections.find(({ name }) => name === "client")?.options;
  return sections
    .filter(({ options }) => options.get("password"))
    .map(({ options }) => {
      const value = (name: string) => options.get(name) ?? shared?.get(name);
      return loginTarget({
        target_host: value("host") ?? "localhost",
        target_port: portOf(value("port")),
        target_user: value("user") ?? null,
      });
    });
}

/** Reads the names of sections in which one of these options has a secret. */
export const sectionsWith =
  (secrets: RegExp) =>
  (text: string): LoginTarget[] =>
    parseSections(text)
      .filter(({ options }) =>
        [...options].some(
          ([name, value]) => secrets.test(name) && (isSecretValue(value) || isJson(value)),
        ),
      )
      .map(({ name }) => loginTarget({ target_user: name }));

/** rclone keeps the tokens of a login as JSON in one option. */
const isJson = (value: string) => /^\{\s*"/.test(value);
