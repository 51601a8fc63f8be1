import { hostAndPort, type LoginTarget, loginTarget, portOf } from "./login-target.ts";

/**
 * Line format: "host:port:database:user:password", with colons escaped by a backslash; "*" matches
 * any (libpq, ~/.pgpass).
 */
export function parsePgpass(text: string): LoginTarget[] {
  return text.split("\n").flatMap((line) => {
    if (line.startsWith("#")) return [];
    const fields = (line.match(/(?:\\[\s\S]|[^:\\]|\\$)*(?::|$)/g) ?? []).map((field) =>
      field.replace(/:$/, "").replace(/\\(.)/g, "$1"),
    );
    const [host, port, , user, password] = fields;
    if (!host || !user || !password) return [];
    return [loginTarget({ target_host: host, target_port: portOf(port), target_user: user })];
  });
}

/** "machine host login user password …", over any number of lines; "default" is any machine. */
export function parseNetrc(text: string): LoginTarget[] {
  const words = text
    .replace(/^\s*#.*$/gm, "")
    .replace(/\bmacdef\b[\s\S]*?(?:\n\s*\n|$)/g, "\n")
    .split(/\s+/)
    .filter(Boolean);
  const entries: { host: string; login: string | null; hasPassword: boolean }[] = [];
  for (let at = 0; at < words.length; at++) {
    const entry = entries.at(-1);
    if (words[at] === "default") entries.push({ host: "*", login: null, hasPassword: false });
    else if (words[at] === "machine")
      entries.push({ host: words[++at] ?? "", login: null, hasPassword: false });
    else if (words[at] === "login" && entry) entry.login = words[++at] ?? null;
    else if (words[at] === "password" && entry) entry.hasPassword = words[++at] !== undefined;
    else if (words[at] === "account") at++;
  }
  return entries
    .filter(({ host, hasPassword }) => host !== "" && hasPassword)
    .map(({ host, login }) => loginTarget({ target_host: host, target_user: login }));
}

/** Line format: "https://user:password@host" (git-credential-store(1)). */
export function parseGitCredentials(text: string): LoginTarget[] {
  return text.split("\n").flatMap((line) => {
    if (!URL.canParse(line.trim())) return [];
    const { username, password, host, protocol } = new URL(line.trim());
    if (password === "" || host === "") return [];
    return [
      loginTarget({ ...hostAndPort(`${protocol}//${host}`), target_user: decoded(username) }),
    ];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
