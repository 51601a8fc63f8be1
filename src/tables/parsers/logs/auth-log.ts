/** A failed login in the authentication log. */
export interface AuthFailure {
  username: string;
  source_address: string;
  service: string;
  /** Epoch seconds. */
  time: number;
  reason: string;
  tty: string;
  pid: number | null;
}

const daySeconds = 86_400;
const prefix =
  /^(?:(\d{4}-\d\d-\d\dT\S+)|([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)) \S+ ([\w.()/-]+)(?:\[(\d+)\])?: (.*)$/s;

/** A line of the authentication log. */
export interface AuthEntry {
  tag: string;
  pid: number | null;
  message: string;
  /** Epoch seconds. */
  time: number;
}

/**
 * The lines of auth.log or secure whose tag is wanted. Traditional timestamps lack the year: the
 * latest that isn't in the future is used.
 */
export function parseAuthEntries(
  text: string,
  { nowSeconds, tags }: { nowSeconds: number; tags: RegExp },
): AuthEntry[] {
  return text.split("\n").flatMap((line) => {
    const [, stamp, old, tag = "", pid, message = ""] = prefix.exec(line) ?? [];
    if (!tags.test(tag)) return [];
    const time = stamp ? Math.floor(Date.parse(stamp) / 1000) : yearless(old!, nowSeconds);
    return Number.isNaN(time) ? [] : [{ tag, pid: pid ? Number(pid) : null, message, time }];
  });
}

/** Failed logins in auth.log or secure. */
export function parseAuthLog(text: string, nowSeconds: number): AuthFailure[] {
  const entries = parseAuthEntries(text, { nowSeconds, tags: /^(sshd(-session)?|sudo|su)$/ });
  return entries.flatMap(({ tag, message, time, pid }) => {
    const failure = failureOf(tag, message);
    return failure ? [{ ...failure, time, pid }] : [];
  });
}

function yearless(stamp: string, nowSeconds: number): number {
  const year = new Date(nowSeconds * 1000).getFullYear();
  const time = Date.parse(`${stamp} ${year}`) / 1000;
  return time > nowSeconds + daySeconds ? Date.parse(`${stamp} ${year - 1}`) / 1000 : time;
}

function failureOf(tag: string, message: string): Omit<AuthFailure, "time" | "pid"> | undefined {
  return tag.startsWith("sshd") ? sshFailure(message) : localFailure(tag, message);
}

function sshFailure(message: string) {
  const found =
    /^Failed (\S+) for (invalid user )?(.*) from (\S+) port \d+( ssh2)?$/.exec(message) ?? [];
  const [, method, invalid, username, source_address] = found;
  if (!method || method === "none" || username === undefined || !source_address) return undefined;
  const reason = invalid ? "invalid user" : `failed ${method}`;
  return { username, source_address, service: "ssh", reason, tty: "ssh" };
}

/** Uses pam_unix's lines, which name the caller; sudo and su repeat what PAM logged. */
function localFailure(service: string, message: string) {
  const found =
    /^pam_unix\(\S+:auth\): authentication failure; .*?\btty=(\S*) ruser=(\S*) rhost=(\S*)(?: +user=(\S+))?/.exec(
      message,
    );
  if (!found) return undefined;
  const [, tty = "", caller = "", source_address = "", target] = found;
  const username = service === "su" ? (target ?? caller) : caller;
  return { username, source_address, service, reason: "authentication failure", tty };
}
