/** The specified command line: every command with its flags. */
export const commandLine: Readonly<Record<string, readonly string[]>> = {
  investigate: [
    ...["depth", "mode", "tag", "last-seen-within", "agent", "idempotency-key", "detach"],
    ...["timeout", "fail-on", "explain", "format", "output", "rerun-if-stale"],
  ],
  audit: [
    ...["depth", "mode", "tag", "last-seen-within", "agent", "idempotency-key", "detach"],
    ...["timeout", "fail-on", "format", "output", "rerun-if-stale"],
  ],
  "investigate list": ["status", "limit", "all"],
  "investigate show": ["format"],
  "investigate watch": [],
  "investigate cancel": [],
  "investigate verdict": [],
  "curiosity list": [],
  "curiosity add": ["every", "first-run-at", "depth", "tag", "paused"],
  "curiosity show": [],
  "curiosity edit": [],
  "curiosity import": ["every", "first-run-at", "depth", "tag", "paused", "dry-run", "yes"],
  "curiosity pause": [],
  "curiosity resume": [],
  "curiosity remove": ["yes"],
  "curiosity run": ["detach", "fail-on", "format"],
  "curiosity runs": [],
  "webhooks list": [],
  "webhooks create": ["event", "min-severity", "tag"],
  "webhooks show": [],
  "webhooks update": [],
  "webhooks pause": [],
  "webhooks resume": [],
  "webhooks rotate": [],
  "webhooks delete": ["yes"],
  "webhooks test": [],
  "webhooks deliveries": [
    ...["status", "subscription", "event", "since", "until", "limit", "all", "follow"],
  ],
  "webhooks replay": [
    ...["dead", "subscription", "event", "since", "until", "rate", "dry-run", "yes"],
  ],
  "webhooks listen": ["forward-to"],
  "webhooks verify": ["secret", "header"],
  "agents list": ["status", "tag", "watch"],
  "agents show": [],
  "agents tag": [],
  "agents untag": [],
  "agents approve": ["fingerprint", "yes"],
  "agents remove": ["yes"],
  "agents run": ["config", "tags"],
  "agents init": [],
  "agents check": [],
  "agents install": ["print"],
  "agents uninstall": [],
  "agents policies list": [],
  "agents policies create": [],
  "agents policies update": [],
  "agents policies delete": ["yes"],
  "agents tables": [],
  "agents query": [],
  server: [
    ...["host", "port", "data-dir", "database-url", "database-url-file", "database-listen-url"],
    ...["no-local-agent", "demo", "estate"],
    ...["tls-cert", "tls-key", "client-ca", "rate-limit", "webhook-allow", "webhook-ca"],
    ...["webhook-schedule", "webhook-timeout", "secret-overlap", "retention", "log-level"],
    ...["min-curiosity-interval", "json"],
  ],
  "server status": [],
  "server keys create": ["scopes", "account", "name"],
  "server keys list": [],
  "server keys revoke": ["yes"],
  "server accounts create": [],
  "server accounts list": [],
  "server backup": [],
  "server restore": [],
  "server doctor": [],
  "server migrate": ["database-url"],
  "server import": ["database-url", "database-keys"],
  "server export": ["database-url", "database-keys"],
  login: ["server", "api-key", "profile"],
  logout: ["profile"],
  profiles: [],
  mcp: ["allow-write"],
  top: [],
  autocomplete: [],
};

/** Flags of every command. */
export const everywhere = [
  ...["server", "api-key", "profile", "data-dir", "json", "no-color", "columns", "no-truncate"],
];

/** One letter each, by command. */
export const letters: Readonly<Record<string, readonly [letter: string, flag: string][]>> = {
  investigate: [
    ["d", "depth"],
    ["m", "mode"],
    ["t", "tag"],
  ],
  "webhooks deliveries": [["f", "follow"]],
};

/** Specified but not implemented, with the reason. */
export const notYet: Readonly<Record<string, string>> = {};

/** Additional commands, with the reason. */
export const besides: Readonly<Record<string, string>> = {
  "investigate accept": "a risk that is accepted should not raise alarms",
  "investigate accept list": "nothing is accepted out of sight",
  "investigate accept remove": "an acceptance may end before its time",
  "detections list": "the catalogue, with an operator's own",
  "detections show": "one entry of it",
  "detections lint": "an operator's own files are checked before a server reads them",
  "detections test": "and their cases run",
  "investigate shell": "several questions in a row, with line editing and one connection",
  complete: "hidden: what the shells' functions ask",
  "server local-key rotate": "a leaked key of this machine has to be replaceable",
  "server plan-key show": "an agent's config pins this key",
  "server plan-key rotate": "a pinned key has to be replaceable",
};
