/** What each kind of secret looks like in a command line. A value that is masked, empty, a path, a variable or another option is none. */
const kinds: [string, RegExp][] = [
  [
    "password option",
    /(?:^|[\s"'])--?(?:[a-z]+-?)?(?:password|passwd|passphrase|pass)[= ](?![-*x$/~%{<]|\.\.)[^\s"']{4,}/i,
  ],
  ["password setting", /(?:^|[\s"'?&;,])(?:password|passwd|pwd)=(?![-*x$/~%{<])[^\s"'&;]{4,}/i],
  [
    "setting of Java",
    /\s-D[\w.-]*(?:password|passwd|secret|token|api[._-]?key|access[._-]?key)=(?![*x$/~%{<])[^\s"']{4,}/i,
  ],
  [
    "variable",
    /(?:^|[\s"'])[A-Z][A-Z0-9_]*(?:PASSWORD|PASSWD|_PWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|ACCESS_KEY)=["']?(?![-*x$/~%{<])[^\s"']{4,}/,
  ],
  [
    // Whose value has letters and digits: --max-token 100000000 is an amount.
    "token or key option",
    /(?:^|[\s"'])--?[\w-]*(?<!max-)(?:api-?key|token|secret|secret-?key|access-?key)[= ](?![-*x$/~%{<])(?=\S*[0-9])(?=\S*[a-z])[^\s/"']{8,}/i,
  ],
  [
    "password in an address",
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,80}:(?![*x$%{<])[^\s/@]{3,}@/,
  ],
  [
    "password of a database client",
    /(?:^|[/\s"'])(?:mysql|mysqldump|mariadb|mariadb-dump|mysqladmin)\s(?:.*\s)?-p(?!["']?[*x$])[^\s]{3,}/,
  ],
  [
    "password of a database client",
    /(?:^|[/\s"'])(?:redis-cli|valkey-cli)\s(?:.*\s)?(?:-a|--pass)\s+(?![-*$"'])[^\s]{3,}/,
  ],
  [
    "password of a database client",
    /(?:^|[/\s"'])(?:mongo|mongosh|mongodump|mongorestore|mongoexport|sqlcmd|isql|clickhouse-client)\s(?:.*\s)?-[pP]\s+(?![-*$])[^\s]{3,}/,
  ],
  [
    "password of a directory client",
    /(?:^|[/\s"'])ldap(?:search|modify|add|delete|passwd|whoami|compare)\s(?:.*\s)?-w\s*(?![-*$])[^\s]{3,}/,
  ],
  [
    "password of curl",
    /(?:^|[/\s"'])curl\s(?:.*\s)?(?:-[a-zA-Z]*[uU]|--user|--proxy-user)[= ]?["']?(?!-)[^\s:"'/]+:(?![*$/])[^\s"']{3,}/,
  ],
  [
    "password of a Windows client",
    /(?:^|[/\s"'])(?:smbclient|rpcclient|winexe|xfreerdp|net)\s(?:.*\s)?(?:(?:-U|--user)[= ]?[^\s%]+%|\/p:)(?![*$])[^\s]{3,}/,
  ],
  [
    "password of an archive",
    /(?:^|[/\s"'])7z[ar]?\s(?:.*\s)?-p(?![*$-])[^\s]{4,}|(?:^|[/\s"'])(?:zip|unzip)\s(?:.*\s)?-P\s+(?![*$-])[^\s]{3,}/,
  ],
  ["password of OpenSSL", /\s-pass(?:in|out)?\s+pass:(?![*$])[^\s]{3,}/],
  [
    "password of a registry",
    /(?:^|[/\s"'])(?:docker|podman|helm|oc|skopeo)\s(?:.*\s)?login\s(?:.*\s)?-p\s+(?![-*$])[^\s]{4,}/,
  ],
  ["password of sshpass", /(?:^|[/\s"'])sshpass\s+-p\s*(?![$*])[^\s]+/],
  [
    "password of an account",
    /(?:^|[;&|\s])echo\s+["']?[\w.-]+:[^\s"'$]{3,}["']?\s*\|\s*(?:sudo\s+)?chpasswd/,
  ],
  ["cloud key", /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{35}\b/],
  [
    "access token",
    /\bgh[pousr]_[0-9A-Za-z]{36}|\bglpat-[0-9A-Za-z_-]{20}|\bxox[abprs]-[0-9A-Za-z-]{10}|\bsk_live_[0-9A-Za-z]{16}/,
  ],
  ["authorization header", /authorization:\s*(?:bearer|basic|token)\s+(?!\$)[^\s"']{8,}/i],
];

/** Longer ones are programs passed as text, in which the patterns would take long. */
const maxLength = 8_000;

/** The kind of the first secret in a command line; null without one. The secret itself is never returned. */
export function secretInCommand(command: string): string | null {
  const text = command.slice(0, maxLength);
  return kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
