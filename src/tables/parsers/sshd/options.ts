import {
  type AlgorithmFamily,
  caFamily,
  cipherFamily,
  kexFamily,
  keyFamily,
  macFamily,
} from "./algorithms.ts";
import {
  capitals,
  listenPorts,
  netBlock,
  octal,
  pathOrNone,
  rekeyLimit,
  secondsOrNone,
  trafficClasses,
} from "./shapes.ts";

type Shape = (text: string) => string;

/** How an option's arguments are turned into its value. */
export type OptionKind =
  /** One of a few keywords, in lower case; synonyms map to one of them. */
  | { type: "choice"; words: Record<string, string> }
  | { type: "number" }
  /** In seconds. */
  | { type: "time" }
  /** The first argument, normalized to the form sshd prints. */
  | { type: "word"; shape?: Shape }
  /** All arguments of the first line that sets it, as one value. */
  | { type: "words"; shape?: Shape }
  /** The rest of the line as written. */
  | { type: "text" }
  /** One value per argument; "every" line adds to it, or only the "first" counts. */
  | { type: "list"; lines: "every" | "first" }
  /** One value per line; every line adds one. */
  | { type: "lines" }
  /** MaxStartups: the only option whose last line wins. */
  | { type: "startups" }
  | { type: "algorithms"; family: AlgorithmFamily };

export interface OptionSpec {
  /** The manual's spelling. */
  name: string;
  kind: OptionKind;
  /** Default values; none where the option is unset by default. */
  defaults: string[];
  /** Whether a Match block may set it. */
  inMatch: boolean;
}

const choice = (...words: string[]): OptionKind => ({
  type: "choice",
  words: Object.fromEntries(words.map((word) => [word, word])),
});
const flag = choice("yes", "no");
const forwarding: OptionKind = {
  type: "choice",
  words: { yes: "yes", all: "yes", no: "no", remote: "remote", local: "local" },
};
const rootLogin: OptionKind = {
  type: "choice",
  words: {
    yes: "yes",
    no: "no",
    "without-password": "prohibit-password",
    "prohibit-password": "prohibit-password",
    "forced-commands-only": "forced-commands-only",
  },
};
const compression: OptionKind = {
  type: "choice",
  words: { yes: "yes", delayed: "yes", no: "no" },
};
const number: OptionKind = { type: "number" };
const time: OptionKind = { type: "time" };
const word: OptionKind = { type: "word" };
const shaped = (shape: Shape): OptionKind => ({ type: "word", shape });
const upper = shaped(capitals);
const path = shaped(pathOrNone);
const words: OptionKind = { type: "words" };
const text: OptionKind = { type: "text" };
const every: OptionKind = { type: "list", lines: "every" };
const first: OptionKind = { type: "list", lines: "first" };
const algorithms = (family: AlgorithmFamily): OptionKind => ({ type: "algorithms", family });

const specs =
  (inMatch: boolean) =>
  ([name, kind, ...defaults]: [string, OptionKind, ...string[]]): OptionSpec => ({
    name,
    kind,
    defaults,
    inMatch,
  });

const globalOnly: [string, OptionKind, ...string[]][] = [
  ["AddressFamily", choice("any", "inet", "inet6"), "any"],
  ["Ciphers", algorithms(cipherFamily), cipherFamily.defaults.join(",")],
  ["Compression", compression, "yes"],
  ["DebianBanner", flag, "yes"],
  ["FingerprintHash", upper, "SHA256"],
  ["GSSAPICleanupCredentials", flag, "yes"],
  ["GSSAPIKeyExchange", flag, "no"],
  ["GSSAPIStoreCredentialsOnRekey", flag, "no"],
  ["GSSAPIStrictAcceptorCheck", flag, "yes"],
  ["HostCertificate", every],
  [
    "HostKey",
    every,
    "/etc/ssh/ssh_host_rsa_key",
    "/etc/ssh/ssh_host_ecdsa_key",
    "/etc/ssh/ssh_host_ed25519_key",
  ],
  ["HostKeyAgent", path, "none"],
  ["HostKeyAlgorithms", algorithms(keyFamily), keyFamily.defaults.join(",")],
  ["IgnoreUserKnownHosts", flag, "no"],
  ["KerberosGetAFSToken", flag],
  ["KerberosOrLocalPasswd", flag, "yes"],
  ["KerberosTicketCleanup", flag, "yes"],
  ["KexAlgorithms", algorithms(kexFamily), kexFamily.defaults.join(",")],
  ["ListenAddress", { type: "lines" }],
  ["LoginGraceTime", time, "120"],
  ["MACs", algorithms(macFamily), macFamily.defaults.join(",")],
  ["MaxStartups", { type: "startups" }, "10:30:100"],
  ["ModuliFile", word, "/etc/ssh/moduli"],
  ["PerSourceMaxStartups", word, "none"],
  ["PerSourceNetBlockSize", shaped(netBlock), "32:128"],
  ["PermitUserEnvironment", word, "no"],
  ["PidFile", word, "/run/sshd.pid"],
  ["Port", every, "22"],
  ["PrintLastLog", flag, "yes"],
  ["PrintMotd", flag, "yes"],
  ["SecurityKeyProvider", word, "internal"],
  ["StrictModes", flag, "yes"],
  ["Subsystem", { type: "lines" }],
  ["SyslogFacility", upper, "AUTH"],
  ["TCPKeepAlive", flag, "yes"],
  ["UseDNS", flag, "no"],
  ["UsePAM", flag, "no"],
  ["VersionAddendum", text, "none"],
  ["XAuthLocation", word, "/usr/bin/xauth"],
];

const anywhere: [string, OptionKind, ...string[]][] = [
  ["AcceptEnv", every],
  ["AllowAgentForwarding", flag, "yes"],
  ["AllowGroups", every],
  ["AllowStreamLocalForwarding", forwarding, "yes"],
  ["AllowTcpForwarding", forwarding, "yes"],
  ["AllowUsers", every],
  ["AuthenticationMethods", words, "any"],
  ["AuthorizedKeysCommand", text, "none"],
  ["AuthorizedKeysCommandUser", word, "none"],
  ["AuthorizedKeysFile", words, ".ssh/authorized_keys .ssh/authorized_keys2"],
  ["AuthorizedPrincipalsCommand", text, "none"],
  ["AuthorizedPrincipalsCommandUser", word, "none"],
  ["AuthorizedPrincipalsFile", path, "none"],
  ["Banner", path, "none"],
  ["CASignatureAlgorithms", algorithms(caFamily), caFamily.defaults.join(",")],
  ["ChannelTimeout", words],
  ["ChrootDirectory", path, "none"],
  ["ClientAliveCountMax", number, "3"],
  ["ClientAliveInterval", time, "0"],
  ["DenyGroups", every],
  ["DenyUsers", every],
  ["DisableForwarding", flag, "no"],
  ["ExposeAuthInfo", flag, "no"],
  ["ForceCommand", text, "none"],
  ["GSSAPIAuthentication", flag, "no"],
  ["GatewayPorts", choice("yes", "no", "clientspecified"), "no"],
  ["HostbasedAcceptedAlgorithms", algorithms(keyFamily), keyFamily.defaults.join(",")],
  ["HostbasedAuthentication", flag, "no"],
  ["HostbasedUsesNameFromPacketOnly", flag, "no"],
  ["IPQoS", { type: "words", shape: trafficClasses }, "lowdelay throughput"],
  ["IgnoreRhosts", choice("yes", "no", "shosts-only"), "yes"],
  ["KbdInteractiveAuthentication", flag, "yes"],
  ["KerberosAuthentication", flag, "no"],
  ["LogLevel", upper, "INFO"],
  ["LogVerbose", words],
  ["MaxAuthTries", number, "6"],
  ["MaxSessions", number, "10"],
  ["PasswordAuthentication", flag, "yes"],
  ["PermitEmptyPasswords", flag, "no"],
  ["PermitListen", { type: "words", shape: listenPorts }, "any"],
  ["PermitOpen", words, "any"],
  ["PermitRootLogin", rootLogin, "prohibit-password"],
  ["PermitTTY", flag, "yes"],
  ["PermitTunnel", choice("yes", "no", "point-to-point", "ethernet"), "no"],
  ["PermitUserRC", flag, "yes"],
  ["PubkeyAcceptedAlgorithms", algorithms(keyFamily), keyFamily.defaults.join(",")],
  ["PubkeyAuthOptions", words, "none"],
  ["PubkeyAuthentication", flag, "yes"],
  ["RDomain", word],
  ["RekeyLimit", { type: "words", shape: rekeyLimit }, "0 0"],
  ["RequiredRSASize", number, "1024"],
  ["RevokedKeys", path, "none"],
  ["SetEnv", first],
  ["StreamLocalBindMask", shaped(octal), "0177"],
  ["StreamLocalBindUnlink", flag, "no"],
  ["TrustedUserCAKeys", path, "none"],
  ["UnusedConnectionTimeout", shaped(secondsOrNone), "none"],
  ["X11DisplayOffset", number, "10"],
  ["X11Forwarding", flag, "no"],
  ["X11UseLocalhost", flag, "yes"],
];

/** Every option of OpenSSH 9.2 as built by Debian 12, with its default. */
export const sshdOptions: OptionSpec[] = [
  ...globalOnly.map(specs(false)),
  ...anywhere.map(specs(true)),
];

const aliases = new Map([
  ["challengeresponseauthentication", "KbdInteractiveAuthentication"],
  ["dsaauthentication", "PubkeyAuthentication"],
  ["gssapicleanupcreds", "GSSAPICleanupCredentials"],
  ["hostbasedacceptedkeytypes", "HostbasedAcceptedAlgorithms"],
  ["hostdsakey", "HostKey"],
  ["keepalive", "TCPKeepAlive"],
  ["pubkeyacceptedkeytypes", "PubkeyAcceptedAlgorithms"],
  ["skeyauthentication", "KbdInteractiveAuthentication"],
]);

/** Keywords that sshd still accepts but ignores. */
const ignored = new Set(
  `afstokenpassing authorizedkeysfile2 checkmail gssapiusesessioncredcache gssusesessionccache
  kerberostgtpassing keyregenerationinterval pamauthenticationviakbdint permitblacklistedkeys
  protocol reversemappingcheck rhostsauthentication rhostsrsaauthentication rsaauthentication
  serverkeybits uselogin useprivilegeseparation verifyreversemapping`.split(/\s+/),
);

const byName = new Map(sshdOptions.map((spec) => [spec.name.toLowerCase(), spec]));

/**
 * The option of a keyword, ignoring case and resolving old names; null for one that sshd ignores.
 * Unknown options (of a newer sshd) are treated as text.
 */
export function optionOf(keyword: string): OptionSpec | null {
  const key = keyword.toLowerCase();
  if (ignored.has(key)) return null;
  const known = byName.get(aliases.get(key)?.toLowerCase() ?? key);
  return known ?? { name: keyword, kind: text, defaults: [], inMatch: true };
}
