/** An introduction to a topic, with the first commands to try. */
export interface TopicGuide {
  about: string;
  tryFirst: readonly (readonly [line: string, what: string])[];
}

/** By topic, words joined by colons; the empty name is the whole program. */
export const topicGuides: Readonly<Record<string, TopicGuide>> = {
  "": {
    about:
      "Answers come from the hosts themselves, with evidence, a confidence, " +
      "and the hosts that could not be queried.",
    tryFirst: [
      ['inquest investigate "who can log in as root?"', "Query this machine, without any setup"],
      ["inquest audit", "Check how secure it is and what to fix first"],
      ["inquest server", "Run a server for other hosts and scheduled questions"],
      ["inquest investigate --help", "Show the help of a command"],
    ],
  },
  agents: {
    about:
      "An agent runs on each host: it reads tables such as users or listening ports " +
      "when the server sends a signed, read-only query. A server includes one for its own " +
      "machine; other hosts run `inquest agents run` with a config for the server.",
    tryFirst: [
      ["inquest agents tables", "List the tables of this machine"],
      ['inquest agents query "select name, version from os_version"', "Query it, without a server"],
      ["inquest agents list", "List the connected agents"],
      ["inquest agents init", "Write a config for another host"],
    ],
  },
  "agents:policies": {
    about:
      "A policy applies to every agent whose tags match: which tables are never read, how " +
      "critical the host is, how often it sends snapshots.",
    tryFirst: [
      ["inquest agents policies list", "List them"],
      [
        "inquest agents policies create quiet --match env=prod --deny-table shell_history",
        "Never read shell history in production",
      ],
    ],
  },
  curiosity: {
    about:
      "The server asks a scheduled question at an interval, and each run reports what is " +
      "new and what is resolved since the previous run.",
    tryFirst: [
      [
        'inquest curiosity add "which services listen on every interface?" --every 24h',
        "Ask every day",
      ],
      ["inquest curiosity list", "Show when each runs next and what changed"],
    ],
  },
  detections: {
    about:
      "A detection is SQL whose rows are a problem of the host. You can add your own: one YAML " +
      "file per detection, in a folder that --detections of the server names.",
    tryFirst: [
      ["inquest detections list", "List them with their severity"],
      ["inquest detections lint telnet_client.yaml", "Check a file of your own"],
      ["inquest detections test telnet_client.yaml", "Run its test cases"],
    ],
  },
  "server:accounts": {
    about:
      "Accounts share a server but not their data. One is created with the data folder; " +
      "create more for several teams on one server.",
    tryFirst: [["inquest server accounts list", "List them"]],
  },
  "server:keys": {
    about:
      "An API key gives a remote program or person access with the scopes it was created with. " +
      "Commands on the server's own machine need none.",
    tryFirst: [
      [
        "inquest server keys create --scopes investigations:trigger,investigations:read",
        "Create a key to ask questions and read answers",
      ],
      ["inquest server keys list", "List the keys with their scopes"],
    ],
  },
  "server:local-key": {
    about:
      "Commands on the server's own machine use this key, which is derived from `secret.key` in " +
      "the data folder. Replace it if another user may have seen it.",
    tryFirst: [["inquest server local-key rotate", "Replace the key"]],
  },
  "server:plan-key": {
    about:
      "The server signs plans for agents with this key, and agents that pin it accept " +
      "no others. `inquest agents init --pin` checks its fingerprint.",
    tryFirst: [["inquest server plan-key show", "Show the key and its fingerprint"]],
  },
  webhooks: {
    about:
      "A subscription sends events (a finding, a completed investigation, a new " +
      "agent) to an HTTPS address, signed, with retries. A delivery that finally failed is " +
      "a dead letter and can be replayed.",
    tryFirst: [
      ["inquest webhooks listen", "See real deliveries without setting up a receiver"],
      [
        "inquest webhooks create https://hooks.example.com/inquest --event finding.discovered",
        "Send findings to a URL",
      ],
      ["inquest webhooks deliveries --status dead", "List dead letters"],
    ],
  },
};
