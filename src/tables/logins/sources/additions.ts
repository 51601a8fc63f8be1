import type { GapReader } from "../../host/gap-reader.ts";
import {
  type AccountAddition,
  addingPrograms,
  additionOf,
  parseAdditions,
  parseAuditAdditions,
} from "../../parsers/logs/account-lines.ts";
import { readAuthLogs } from "./auth-logs.ts";
import { journalSpan, readJournal } from "./journal.ts";

const auditFolder = "/var/log/audit";
const maxBytes = 64 << 20;

/** A logged addition with the log that has it. */
export type LoggedAddition = AccountAddition & { source: string };

/** Additions by the authentication log, the audit log and the journal. */
export async function readLoggedAdditions(read: GapReader): Promise<LoggedAddition[]> {
  return [...authLogAdditions(read), ...auditAdditions(read), ...(await journalAdditions(read))];
}

function authLogAdditions(read: GapReader): LoggedAddition[] {
  const nowSeconds = Math.floor(read.host.now() / 1000);
  return readAuthLogs(read).flatMap(({ texts, source }) =>
    texts.flatMap((text) => parseAdditions(text, nowSeconds)).map((one) => ({ ...one, source })),
  );
}

function auditAdditions(read: GapReader): LoggedAddition[] {
  const paths = read
    .list(auditFolder)
    .filter((name) => /^audit\.log(\.\d+)?$/.test(name))
    .map((name) => `${auditFolder}/${name}`);
  return paths.flatMap((path) =>
    parseAuditAdditions(read.text(path, maxBytes) ?? "").map((one) => ({
      ...one,
      source: `${auditFolder}/audit.log`,
    })),
  );
}

/** What root's own programs sent: the journal knows the sender, which syslog's file does not. */
async function journalAdditions(read: GapReader): Promise<LoggedAddition[]> {
  if (!journalSpan(read)) return [];
  const programs = addingPrograms.map((program) => `SYSLOG_IDENTIFIER=${program}`);
  const entries = await readJournal(read, ["_UID=0", ...programs], ["MESSAGE"]);
  return (entries ?? []).flatMap(({ time, fields }) => {
    const addition = additionOf(fields.MESSAGE ?? "");
    return addition ? [{ ...addition, time, source: "journal" }] : [];
  });
}
