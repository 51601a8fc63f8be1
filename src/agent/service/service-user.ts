import { AppError } from "../../core/errors.ts";

export interface ServiceUser {
  uid: number;
  gid: number;
}

/** The ids of a user of this machine, from whatever user database it has. */
export async function findUser(name: string): Promise<ServiceUser> {
  const [uid, gid] = [await output("id", ["-u", name]), await output("id", ["-g", name])];
  if (uid !== null && gid !== null) return { uid: Number(uid), gid: Number(gid) };
  throw new AppError("usage", `There is no user ${name} on this machine.`, {
    hint: "Create it first, for example with useradd --system.",
    kind: "usage",
  });
}

/** The first of `paths` that `user` can't read. Tests as that user, because parent folders count too. */
export async function firstUnreadable(user: ServiceUser, paths: string[]): Promise<string | null> {
  for (const path of paths) if ((await output("test", ["-r", path], user)) === null) return path;
  return null;
}

/** A tool's output; null if it exits with an error. */
async function output(tool: string, args: string[], as?: ServiceUser): Promise<string | null> {
  const { execa } = await import("execa");
  const result = await execa(tool, args, {
    reject: false,
    stdin: "ignore",
    timeout: 10_000,
    cwd: "/",
    ...as,
  });
  return result.exitCode === 0 ? result.stdout.trim() : null;
}
