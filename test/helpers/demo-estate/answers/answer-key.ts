import type { AnswerKey } from "./answer.ts";
import { plantedChains } from "./chains.ts";
import { decoys } from "./decoys.ts";

/** What there is to be found in the demo estate, and what is not. */
export const answerKey = (): AnswerKey => ({ chains: plantedChains(), decoys: decoys() });
