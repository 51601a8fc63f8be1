import type { UpdatedSubscription, UpdateSubscription } from "../../contract/webhook.ts";
import { AppError } from "../../core/errors.ts";
import { readAll } from "../terminal/read-stdin.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The secret that a flag gives, from stdin for `-`; none where a new one is to be made. */
export async function givenSecret(
  flag: string | undefined,
  { stdin }: Pick<Terminal, "stdin">,
): Promise<{ secret?: string }> {
  if (flag === undefined) return {};
  return { secret: flag === "-" ? await readAll(stdin) : flag };
}

/** What to send to put the given secret, or a new one, in the place of the one in force. */
export function rotation(given: { secret?: string }): UpdateSubscription {
  return given.secret === undefined ? { rotate_secret: true } : given;
}

/** A service may not answer with the secret that it was given; one that makes none has not rotated. */
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

/** What is to be done after a rotation, and by when. */
export function rotationNotes({ previous_secret_until: until }: UpdatedSubscription): string[] {
  const before =
    until === undefined
      ? "The previous secret is no longer valid."
      : `The previous secret stays valid until ${until}: update the receiver before then.`;
  return [shownOnce, before];
}
