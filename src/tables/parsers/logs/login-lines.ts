import { parseAuthEntries } from "./auth-log.ts";

/** A login in the authentication log. */
export interface LoggedLogin {
  username: string;
  /** Epoch seconds. */
  time: number;
  tty: string;
  host: string;
}

/** The programs whose PAM sessions are logins; those of cron, sudo and systemd are not. */
const loginServices =
  /^(sshd|login|remote|su(-l)?|(gdm|kde|lightdm|sddm|lxdm|xdm|kdm|slim|greetd)(-(password|fingerprint|smartcard))?|xrdp-sesman|cockpit|vsftpd|proftpd|pure-ftpd)$/;
const accepted = /^Accepted \S+ for (.+) from (\S+) port \d+/;
const opened =
  /^pam_unix\(([^():]+):session\): session opened for user (.+?)(?:\(uid=\d+\))? by .*\(uid=(\d+)\)$/;

/** Logins of auth.log or secure, in file order. root's su asks for no password, so it is none. */
export function parseLogins(text: string, nowSeconds: number): LoggedLogin[] {
  return parseAuthEntries(text, { nowSeconds, tags: /./ }).flatMap(({ tag, message, time }) => {
    const login = /^sshd(-session)?$/.test(tag) ? acceptedLogin(message) : undefined;
    const found = login ?? openedSession(message);
    return found ? [{ ...found, time }] : [];
  });
}

function acceptedLogin(message: string) {
  const [, username, host] = accepted.exec(message) ?? [];
  return username && host ? { username, tty: "ssh", host } : undefined;
}

function openedSession(message: string) {
  const [, service = "", username, caller] = opened.exec(message) ?? [];
  if (!username || !loginServices.test(service)) return undefined;
  return service.startsWith("su") && caller === "0"
    ? undefined
    : { username, tty: service, host: "" };
}
