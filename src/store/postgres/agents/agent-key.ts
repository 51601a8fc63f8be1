/**
 * The id of an agent's record as text of PostgreSQL, which has no NUL. An agent's id may be any text;
 * that of its record starts with the account's, so never with a quote.
 */
export function toAgentKey(id: string): string {
  return id.includes("\0") ? JSON.stringify(id) : id;
}

export function fromAgentKey(key: string): string {
  return key.startsWith('"') ? (JSON.parse(key) as string) : key;
}
