/** `1 host`, `3 hosts`. */
export function count(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : plural(noun)}`;
}

/** `3 accepted findings`, with the command that lists what accepts them. */
export const acceptedCount = (findings: number): string =>
  `${count(findings, "accepted finding")} (investigate accept list)`;

function plural(noun: string): string {
  if (/(s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return `${noun}s`;
}

/**
 * The singular of a kind's noun ("sudo rule" for "sudo rules"), or null for an uncountable
 * one: "the kernel", "memory".
 */
export function singular(noun: string): string | null {
  if (/^(the|how) /.test(noun) || !/[^s]s$|sses$/.test(noun)) return null;
  if (/(ss|sh|ch|x)es$/.test(noun)) return noun.slice(0, -2);
  if (/[^aeiou]ies$/.test(noun)) return `${noun.slice(0, -3)}y`;
  return noun.slice(0, -1);
}

/** `a`, `a and b`, `a, b and 3 more`. */
export function list(items: string[], limit: number): string {
  const shown = items.slice(0, limit);
  const hidden = items.length - shown.length;
  if (hidden > 0) return `${shown.join(", ")} and ${hidden} more`;
  return shown.length < 2
    ? (shown[0] ?? "")
    : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/** A question back about names that are similar to an unknown one; empty without any. */
export function didYouMean(near: string[]): string {
  if (near.length === 0) return "";
  const last = near.at(-1);
  return ` Did you mean ${near.length > 1 ? `${near.slice(0, -1).join(", ")} or ${last}` : last}?`;
}

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A title inside a sentence, unless it begins with an acronym. */
export function lowercaseFirst(title: string): string {
  return /^([A-Z][a-z]|A )/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
