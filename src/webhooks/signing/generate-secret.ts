import { secretPrefix } from "./is-secret.ts";

/** A multiple of three, so that the base64 has no padding: some receivers require it, others reject it. */
const generatedBytes = 33;

/** A new signing secret. */
export function generateSecret(random: (size: number) => Uint8Array): string {
  return secretPrefix + Buffer.from(random(generatedBytes)).toString("base64");
}
