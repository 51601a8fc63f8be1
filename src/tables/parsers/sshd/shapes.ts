import { parseSeconds } from "./time.ts";

/** begin:rate:full; a single number leaves the rate at 30% or as an earlier line set it. */
export function startups(text: string, before = "10:30:100"): string {
  return /^\d+$/.test(text) ? `${text}:${before.split(":")[1]}:${text}` : text;
}

export const netBlock = (text: string) => (/^\d+$/.test(text) ? `${text}:0` : text);

/** A single class applies to interactive and bulk traffic. */
export const trafficClasses = (text: string) => (text.includes(" ") ? text : `${text} ${text}`);

const unitBytes: Record<string, number> = { "": 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/** Bytes and seconds, 0 for "default" and "none". */
export function rekeyLimit(text: string): string {
  const [size = "", age = "none"] = text.split(" ");
  const [, count = "0", unit = ""] = /^(\d+)([KMG]?)$/i.exec(size) ?? [];
  return `${Number(count) * unitBytes[unit.toUpperCase()]!} ${parseSeconds(age) ?? 0}`;
}

/** A port alone applies to every address. */
export const listenPorts = (text: string) =>
  text.replace(/(^| )(\d+)(?= |$)/g, (_, blank, port) => `${blank}*:${port}`);

export const secondsOrNone = (text: string) => String(parseSeconds(text) || "none");

/** Octal with a leading zero. */
export const octal = (text: string) => (/^[0-7]+$/.test(text) ? text.replace(/^0*/, "0") : text);

/** "none", ignoring case, means unset. */
export const pathOrNone = (text: string) => (text.toLowerCase() === "none" ? "none" : text);

const synonyms: Record<string, string> = { DEBUG1: "DEBUG" };

export const capitals = (text: string) => synonyms[text.toUpperCase()] ?? text.toUpperCase();
