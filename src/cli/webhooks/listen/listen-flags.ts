import { Flags } from "@oclif/core";
import { eventTypes } from "../../../contract/enums.ts";
import { usageError } from "../../errors/usage-error.ts";

/** Flags that say what a listener receives, and what becomes of it. */
export const listenFlags = {
  "forward-to": Flags.custom<URL>({
    description: "Hand each verified delivery on to this address, and answer as it does",
    helpValue: "<url>",
    parse: async (text) => parseTarget(text),
  })(),
  events: Flags.option({ options: [...eventTypes, "*"] as const, multiple: true, delimiter: "," })({
    char: "e",
    description: "Kinds of events to receive, comma-separated; every one unless told",
    multipleNonGreedy: true,
  }),
  "print-secret": Flags.boolean({
    description: "Print the secret that deliveries are signed with",
  }),
  port: Flags.integer({
    description: "Port to listen on; a free one unless told",
    default: 0,
    min: 0,
    max: 65_535,
    helpValue: "<port>",
  }),
};

/** An http or https address; a port alone is one on this machine. */
export function parseTarget(text: string): URL {
  const whole = /^\d+$/.test(text) ? `http://127.0.0.1:${text}` : text;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  if (url && ["http:", "https:"].includes(url.protocol)) return url;
  throw usageError(
    `"${text}" is no address to forward to.`,
    "Write it like http://localhost:3000/hook.",
  );
}
