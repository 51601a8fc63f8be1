/** What a topic is for, and the lines that show it soonest. */
export interface TopicGuide {
  about: string;
  tryFirst: readonly (readonly [line: string, what: string])[];
}

/** By topic, words joined by colons; the whole program's has no name. */
export const topicGuides: Readonly<Record<string, TopicGuide>> = {
  "": {
    about:
      "A question is answered from what the hosts themselves say, with the evidence, how sure " +
      "the answer is, and who could not be asked.",
    tryFirst: [
      ['inquest investigate "who can log in as root?"', "Ask this machine; nothing to set up"],
      ["inquest server", "Run a server: for other hosts, and to ask again and again"],
      ["inquest investigate --help", "Each topic and command explains itself"],
    ],
  },
  agents: {
    about:
      "An agent is what answers on a host: it reads tables such as users or listening ports, " +
      "when the server asks with a signed, read-only statement. A server has one for its own " +
      "machine; other hosts run `inquest agents run` with a config that names the server.",
    tryFirst: [
      ["inquest agents tables", "What this machine can be asked about"],
      ['inquest agents query "select name, version from os_version"', "Ask it, with no server"],
      ["inquest agents list", "Who is connected to the server"],
      ["inquest agents init", "Write the config for a host"],
    ],
  },
  "agents:policies": {
    about:
      "A policy holds for every agent whose tags match: which tables are never read there, how " +
      "critical the host is, how often it sends its inventory.",
    tryFirst: [
      ["inquest agents policies list", "Those there are"],
      [
        "inquest agents policies create quiet --match env=prod --deny-table shell_history",
        "Never read shell histories in production",
      ],
    ],
  },
  curiosity: {
    about:
      "A standing question is asked again and again by the server, and each run says what is " +
      "new and what is resolved since the one before.",
    tryFirst: [
      [
        'inquest curiosity add "which services listen on every interface?" --every 24h',
        "Ask each day, from now on",
      ],
      ["inquest curiosity list", "When each is asked next, and what changed"],
    ],
  },
  "server:accounts": {
    about:
      "Accounts share a server and see nothing of each other. One is made with the data folder; " +
      "more are for several teams on one server.",
    tryFirst: [["inquest server accounts list", "Those there are"]],
  },
  "server:keys": {
    about:
      "An API key lets a program or a person elsewhere in, for the scopes that it is made with. " +
      "Commands on the server's own machine need none.",
    tryFirst: [
      [
        "inquest server keys create --scopes investigations:trigger,investigations:read",
        "A key that may ask and read",
      ],
      ["inquest server keys list", "Those there are, and when each was made"],
    ],
  },
  "server:plan-key": {
    about:
      "The server signs what it asks of agents with this key, and agents that pin it take " +
      "nothing else. Its fingerprint is what `inquest agents init --pin` checks.",
    tryFirst: [["inquest server plan-key show", "The key and its fingerprint"]],
  },
  webhooks: {
    about:
      "A subscription has the server send events (a finding, a completed investigation, a new " +
      "agent) to an HTTPS address, signed, and again until it is taken. What was given up on is " +
      "a dead letter, and can be replayed.",
    tryFirst: [
      ["inquest webhooks listen", "See real deliveries, without a receiver of your own"],
      [
        "inquest webhooks create https://hooks.example.com/inquest --event finding.discovered",
        "Have findings sent",
      ],
      ["inquest webhooks deliveries --status dead", "What never arrived"],
    ],
  },
};
