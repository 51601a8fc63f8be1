/**
 * Whether events may be sent to a URL: absolute, over HTTPS, to a port that exists, and without
 * credentials, which the API would show with the subscription. The first checks reject text that a URL parser would repair.
 */
export function isWebhookUrl(text: string): boolean {
  if (!/^https:\/\/[^/\\]/i.test(text) || /[\s\p{Cc}\p{Surrogate}]/u.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const { hostname, port, username, password } = new URL(text);
  return hostname !== "" && port !== "0" && username === "" && password === "";
}
