/** Beginnings of what is code and no question: the text before it may still be one. */
const tails: RegExp[] = [
  /['"`]?\s*;\s*(?:rm|curl|wget|drop|delete|insert|update|shutdown|reboot|cat|bash|sh|nc|attach|select|exec|kill|chmod|touch|echo|id|whoami|ls|python\d?|perl)\b/i,
  /\s(?:&&|\|\||\|)\s*(?:rm|curl|wget|bash|sh|nc|cat|tee|xargs|sudo|python\d?|perl|reboot|shutdown|id|whoami|touch|echo|ls)\b/i,
  /\$\(|\$\{|`\s*(?:rm|curl|wget|cat|id|whoami|bash|sh|nc|ls|touch|reboot)\b/i,
  /['"]\s*(?:or|and)\s+['"]?\d+['"]?\s*=\s*['"]?\d+/i,
  /['")]*\s*\bunion\s+(?:all\s+)?select\b/i,
  /['"]\s*\)?\s*;?\s*--/,
  /<\s*\/?\s*(?:script|img|iframe|svg|style|a|b|body|object)\b/i,
  /\{\{|\{%|<%|\$\{jndi:/i,
  /(?:\.\.[/\\]){2,}/,
  /%00|\\x00|%0a|%0d/i,
];

/** The question without the code that hangs on it; null when there is none. */
export function stripInjection(question: string): string | null {
  const places = tails.map((tail) => question.search(tail)).filter((at) => at >= 0);
  if (places.length === 0) return null;
  return question.slice(0, Math.min(...places)).replace(/['"`;(\s]+$/, "");
}
