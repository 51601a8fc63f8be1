import { AppError } from "../../../core/errors.ts";
import { toStoreError } from "./database-errors.ts";

interface Problem {
  what: string;
  next: string;
}

const refusedUser: Problem = {
  what: "The database refuses this user or password.",
  next: "Correct the user and password in the database URL.",
};

/** SQLSTATEs of a database that is not set up for inquest. */
const bySqlState: Record<string, Problem> = {
  "28000": refusedUser,
  "28P01": refusedUser,
  "3D000": {
    what: "The database that the URL names does not exist.",
    next: "Create it with createdb, or correct the name in the database URL.",
  },
  "42501": {
    what: "The database user lacks a privilege.",
    next: "Run GRANT CREATE ON DATABASE for this user, or use the user that owns the schema inquest.",
  },
};

const untrustedCertificate: Problem = {
  what: "The database's certificate is not trusted.",
  next: "Name the CA's certificate in the database URL with sslrootcert=FILE, and the host that the certificate names.",
};

const noTls: Problem = {
  what: "The database offers no TLS.",
  next: "Enable ssl in postgresql.conf, or remove sslmode from the database URL.",
};

const unreadableFile: Problem = {
  what: "A certificate or key file that the database URL names can't be read.",
  next: "Correct the path, and make the file readable for this user.",
};

/** An error of the first statements of a command or server: the database may not be set up for it. */
export function toSetupError(error: unknown): unknown {
  const problem = problemOf(error);
  if (!problem) return toStoreError(error);
  return new AppError("database_not_set_up", problem.what, {
    hint: problem.next,
    kind: "usage",
    cause: error,
  });
}

function problemOf(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || error instanceof AppError) return undefined;
  const { code = "", syscall, message } = error as NodeJS.ErrnoException;
  if (syscall === "open") return unreadableFile;
  if (/^(ERR_TLS_CERT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code))
    return untrustedCertificate;
  if (/does not support SSL connections/.test(message)) return noTls;
  return bySqlState[code];
}
