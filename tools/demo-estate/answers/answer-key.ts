import { accountChains } from "./account-chains.ts";
import type { AnswerKey } from "./answer.ts";
import { decoys } from "./decoys.ts";
import { keyChains } from "./key-chains.ts";
import { otherChains } from "./other-chains.ts";
import { platformChains } from "./platform-chains.ts";

/** The chains that exist in the demo, and the decoys that do not lead anywhere. */
export const answerKey = (): AnswerKey => ({
  chains: [...keyChains(), ...otherChains(), ...platformChains(), ...accountChains()],
  decoys: decoys(),
});
