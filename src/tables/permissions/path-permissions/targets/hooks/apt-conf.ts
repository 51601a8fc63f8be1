/** One value of apt's configuration, by its name in lower case ("dpkg::pre-invoke"). */
export interface AptSetting {
  name: string;
  value: string;
}

const tokens = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|#clear\b|#[^\n]*|"([^"]*)"|[{};]|[^\s{};"]+/g;

/**
 * The values of apt.conf(5) in their order. `#clear` gives a setting without a value: it removes
 * all before it with that name.
 */
export function parseAptConf(text: string): (AptSetting | { cleared: string })[] {
  const found: (AptSetting | { cleared: string })[] = [];
  const scopes: string[] = [];
  let names: string[] = [];
  let clears = false;
  for (const [token, quoted] of text.matchAll(tokens)) {
    if (quoted !== undefined) names.push(`"${quoted}`);
    else if (token === "#clear") clears = true;
    else if (/^(\/\/|\/\*|#)/.test(token)) continue;
    else if (token === "{") {
      scopes.push(plainName(names[0] ?? ""));
      names = [];
    } else if (token === "}") {
      scopes.pop();
      names = [];
    } else if (token === ";") {
      if (clears) found.push({ cleared: inScope(scopes, names[0] ?? "") });
      else if (names.length > 0) found.push(settingOf(scopes, names));
      [names, clears] = [[], false];
    } else names.push(token);
  }
  return found;
}

/** What the lines of comments would say without their signs. */
export const aptComments = (text: string): string =>
  [...text.matchAll(/^\s*(?:\/\/|#(?!clear\b))(.*)$/gm)].map(([, line]) => line).join("\n");

/** `Name "value"`, or a value alone in a list. */
function settingOf(scopes: string[], words: string[]): AptSetting {
  const last = words.at(-1)!;
  const [first] = words.length > 1 ? words : [""];
  return { name: inScope(scopes, first!), value: last.replace(/^"/, "") };
}

/** "DPkg::Pre-Invoke::" appends to the list of that name. */
const plainName = (name: string) => name.replace(/^"|::+$/g, "").toLowerCase();

const inScope = (scopes: string[], name: string): string =>
  [...scopes, plainName(name)].filter(Boolean).join("::");
