/** What the hosts of an estate call their accounts and software, in lower case. */
export interface EstateNames {
  users: Set<string>;
  /** Packages, services, programs and containers. */
  software: Set<string>;
}

/** The tables whose rows are names, each with what they name and the column that has the name. */
const naming = {
  users: ["users", "username"],
  deb_packages: ["software", "name"],
  rpm_packages: ["software", "name"],
  homebrew_packages: ["software", "name"],
  python_packages: ["software", "name"],
  npm_packages: ["software", "name"],
  apps: ["software", "name"],
  programs: ["software", "name"],
  systemd_units: ["software", "id"],
  launchd: ["software", "label"],
  services: ["software", "name"],
  processes: ["software", "name"],
  docker_containers: ["software", "name"],
} as const satisfies Record<string, [keyof EstateNames, string]>;

export type NamingTable = keyof typeof naming;
export const namingTables = Object.keys(naming) as NamingTable[];

export const groupOf = (table: NamingTable): keyof EstateNames => naming[table][0];

const unitSuffix = /\.(?:service|socket|timer|mount|target|device|slice|scope|path|swap|app|exe)$/;
/** A name that a question may hold as one word. */
const oneWord = /^[a-z_][\w.@+-]{1,63}$/;

/** The name as a question would have it: `nginx.service` is nginx, `/web` is web. */
const asAsked = (name: string): string =>
  name.toLowerCase().replace(/^\//, "").replace(unitSuffix, "");

/**
 * The names in a table's rows, which are JSON as the store has it. They are found in the text:
 * parsing a large table would block the server.
 */
export function namesInJson(table: NamingTable, json: string): string[] {
  const [, column] = naming[table];
  // A quote within a value has a backslash before it, so this matches only the column itself.
  const values = json.matchAll(new RegExp(`"${column}":"([^"\\\\]{1,255})"`, "g"));
  return [...values].flatMap(([, value = ""]) => {
    const name = asAsked(value);
    return oneWord.test(name) ? [name] : [];
  });
}
