import { escapeControl } from "../../core/escape-control.ts";

/**
 * Lines of text from elsewhere as a message. Braces are doubled (SARIF 2.1.0, 3.11.5), and what
 * would be an embedded link (3.11.6) is escaped: a process name can't put one on a page.
 */
export function message(...lines: string[]): { text: string } {
  const text = lines.map(escapeControl).join("\n");
  return { text: text.replace(/[{}]/g, "$&$&").replaceAll("](", "] (") };
}
