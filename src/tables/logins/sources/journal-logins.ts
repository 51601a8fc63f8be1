import type { GapReader } from "../../host/gap-reader.ts";
import { type LoginRecords, newestLogins } from "../model/login-records.ts";
import { journalSpan, maxEntries, readJournal } from "./journal.ts";

/** systemd-logind's entry of a new session. */
const newSession = "MESSAGE_ID=8d45620c1a4348dbb17410da57c60c66";
/** Where PAM's module for it is configured for sshd, on Debian and Red Hat. */
const pamFiles = ["sshd", "common-session", "password-auth", "system-auth", "postlogin"];

/**
 * The sessions that systemd-logind registered, where PAM reports sshd's to it. It registers those of
 * cron too if cron's PAM configuration asks for it, as on Red Hat.
 */
export async function readJournalLogins(read: GapReader): Promise<LoginRecords | undefined> {
  const span = journalSpan(read);
  if (!span || !registersSessions(read)) return undefined;
  const entries = await readJournal(read, [newSession, "_UID=0"], ["USER_ID"]);
  if (!entries) return undefined;
  const logins = entries.flatMap(({ time, fields }) =>
    fields.USER_ID ? [{ username: fields.USER_ID, time, tty: "", host: "" }] : [],
  );
  const isCut = entries.length >= maxEntries;
  return {
    source: "journal",
    records: "all",
    since: isCut ? entries.at(-1)!.time : span.since,
    until: span.until,
    logins: newestLogins(logins),
  };
}

const registersSessions = (read: GapReader) =>
  pamFiles.some((name) =>
    /^\s*-?session\b.*\bpam_systemd\.so\b/m.test(read.text(`/etc/pam.d/${name}`) ?? ""),
  );
