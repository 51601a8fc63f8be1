import type { UpdatedSubscription, UpdateSubscription } from "../../contract/webhook.ts";
import { AppError } from "../../core/errors.ts";
import { readAll } from "../terminal/read-stdin.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The secret from the flag, or from stdin for `-`; empty if the server should generate one. */
export async function givenSecret(
  flag: string | undefined,
  { stdin }: Pick<Terminal, "stdin">,
): Promise<{ secret?: string }> {
  if (flag === undefined) return {};
  return { secret: flag === "-" ? await readAll(stdin) : flag };
}

/** The request that replaces the secret with the given one or a new one. */
export function rotation(given: { secret?: string }): UpdateSubscription {
  return given.secret === undefined ? { rotate_secret: true } : given;
}

/** Adds the given secret, which a server may not return; without any secret nothing was rotated. */
export function withSecret(
  rotated: UpdatedSubscription,
  given: { secret?: string },
): UpdatedSubscription {
  const { secret = given.secret } = rotated;
  if (secret !== undefined) return { ...rotated, secret };
  throw new AppError("not_offered", "The server returned no new secret.", {
    hint: "Pass your own secret with --secret -.",
  });
}

export const shownOnce = "Store the secret safely: it is not shown again.";

/** The next steps after a rotation. */
export function rotationNotes({ previous_secret_until: until }: UpdatedSubscription): string[] {
  const before =
    until === undefined
      ? "The old secret is no longer valid."
      : `The old secret stays valid until ${until}. Update the receiver before then.`;
  return [shownOnce, before];
}
