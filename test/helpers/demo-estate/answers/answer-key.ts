import type { AnswerKey } from "./answer.ts";
import { decoys } from "./decoys.ts";
import { keyChains } from "./key-chains.ts";
import { otherChains } from "./other-chains.ts";

/** What there is to be found in the demo estate, and what is not. */
export const answerKey = (): AnswerKey => ({
  chains: [...keyChains(), ...otherChains()],
  decoys: decoys(),
});
