/**
 * Whether events may be told to a URL: absolute, over HTTPS, and without credentials, which would
 * be shown with the subscription. A parser of URLs takes away or repairs what is refused first.
 */
export function isWebhookUrl(text: string): boolean {
  if (!/^https:\/\/[^/\\]/i.test(text) || /[\s\p{Cc}\p{Surrogate}]/u.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== "" && username === "" && password === "";
}
