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
  throw new AppError("not_offered", "This server answered without a new secret.", {
    hint: "Give it one of your own, with --secret -.",
  });
}

export const shownOnce = "Keep the secret safe: it is not shown again.";

/** What is to be done after a rotation, and by when. */
export function rotationNotes({ previous_secret_until: until }: UpdatedSubscription): string[] {
  const before =
    until === undefined
      ? "Nothing is signed with the secret before any more."
      : `The secret before signs along until ${until}: give the receiver the new one by then.`;
  return [shownOnce, before];
}
