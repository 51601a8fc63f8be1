/** An option of a line in authorized_keys or a principals file. */
export interface KeyOption {
  /** In lower case, as sshd compares it. */
  name: string;
  /** Without its quotes; undefined for a flag. */
  value: string | undefined;
}

/** Options in order: `name`, `name="value"` with \" for a quote, separated by commas. */
export function parseKeyOptions(text: string): KeyOption[] {
  const options = text.matchAll(/([^\s,="]+)(?:="((?:\\"|[^"])*)")?(?:,|$)/g);
  return [...options].map(([, name = "", value]) => ({
    name: name.toLowerCase(),
    value: value?.replaceAll('\\"', '"'),
  }));
}
