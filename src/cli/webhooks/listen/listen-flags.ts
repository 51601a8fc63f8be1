import * as Flags from "@oclif/core/flags";
import { eventTypes } from "../../../contract/enums.ts";
import { usageError } from "../../errors/usage-error.ts";

/** Flags of a listener. */
export const listenFlags = {
  "forward-to": Flags.custom<URL>({
    description: "Forward each verified delivery to this address and return its response",
    helpValue: "<url>",
    parse: async (text) => parseTarget(text),
  })(),
  events: Flags.option({ options: [...eventTypes, "*"] as const, multiple: true, delimiter: "," })({
    char: "e",
    description: "Event types to receive, comma-separated; all by default",
    multipleNonGreedy: true,
  }),
  "print-secret": Flags.boolean({
    description: "Print the signing secret",
  }),
  port: Flags.integer({
    description: "Port to listen on; a free one by default",
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
    `"${text}" is not an HTTP address.`,
    "Pass a URL such as http://localhost:3000/hook, or a port on this machine.",
  );
}
