import { test } from "vitest";
import { answerKey, demoServer } from "../helpers/demo-questions.ts";

const demo = demoServer();

test.each(answerKey.chains)("$name", demo.expectChain);

const someDecoys = answerKey.decoys.filter((_, at) => at % 3 === 0);

test.each(someDecoys)("no chain: $name", demo.expectNoChain);
