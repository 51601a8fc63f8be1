import { type Paragraph, parseDeb822 } from "./deb822.ts";

/** One suite of one repository. */
export interface AptSource {
  type: string;
  base_uri: string;
  release: string;
  components: string;
  architectures: string;
  enabled: 0 | 1;
  /** 0 when signatures are not checked. */
  gpgcheck: 0 | 1;
  signed_by: string;
}

/**
 * "deb [arch=amd64 signed-by=/…] http://… suite component…"; a line after "#" is a disabled source.
 */
export function parseOneLineSources(text: string): AptSource[] {
  return text.split("\n").flatMap((line) => {
    const match = /^\s*(#*)\s*(deb|deb-src)\s+(?:\[([^\]]*)\]\s*)?(\S+:\S+)\s+(\S+)(.*)$/.exec(
      line,
    );
    if (!match) return [];
    const [, comment, type, optionText = "", uri, release, rest = ""] = match;
    const options = parseOptions(optionText);
    return [
      {
        type: type!,
        base_uri: uri!,
        release: release!,
        components: rest.replace(/#.*/, "").trim().split(/\s+/).join(" "),
        architectures: (options.get("arch") ?? "").replaceAll(",", " "),
        enabled: comment ? 0 : 1,
        gpgcheck: isUnchecked(options.get("trusted"), options.get("allow-insecure")) ? 0 : 1,
        signed_by: options.get("signed-by") ?? "",
      },
    ];
  });
}

/** Stanzas of the .sources style: each type, address and suite of a stanza is a source. */
export function parseStanzaSources(text: string): AptSource[] {
  return parseDeb822(text).flatMap((stanza) => {
    const source = {
      components: words(stanza, "components").join(" "),
      architectures: words(stanza, "architectures").join(" "),
      enabled: isNo(stanza.get("enabled")) ? (0 as const) : (1 as const),
      gpgcheck: isUnchecked(stanza.get("trusted"), stanza.get("allow-insecure"))
        ? (0 as const)
        : (1 as const),
      signed_by: signedBy(stanza),
    };
    return words(stanza, "types").flatMap((type) =>
      words(stanza, "uris").flatMap((base_uri) =>
        words(stanza, "suites").map((release) => ({ type, base_uri, release, ...source })),
      ),
    );
  });
}

function parseOptions(text: string): Map<string, string> {
  const pairs = text.split(/\s+/).map((word) => word.split("="));
  return new Map(pairs.map(([key = "", ...value]) => [key.toLowerCase(), value.join("=")]));
}

function words(stanza: Paragraph, field: string): string[] {
  return (stanza.get(field) ?? "").split(/\s+/).filter(Boolean);
}

/** A key may be embedded in the stanza. */
function signedBy(stanza: Paragraph): string {
  const value = stanza.get("signed-by") ?? "";
  return value.includes("BEGIN PGP") ? "(embedded key)" : value;
}

const isNo = (value = "") => /^(no|false|without|off|disable|0)$/i.test(value);
const isYes = (value = "") => /^(yes|true|with|on|enable|1)$/i.test(value);
const isUnchecked = (trusted?: string, allowInsecure?: string) =>
  isYes(trusted) || isYes(allowInsecure);
