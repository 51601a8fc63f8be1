import { previousQuestion } from "../../brain/follow-up/previous-question.ts";
import type { AppServices } from "../../server/app.ts";
import { createCachedFreshness } from "./freshness.ts";
import type { Questions } from "./open-questions.ts";

/** The reader, catalogue and freshness per account, as the server's routes need them. */
export function questionServices(
  { read, catalogue }: Questions,
  { store, clock, fleet }: Pick<AppServices, "store" | "clock" | "fleet">,
): Pick<AppServices, "reader" | "catalogue" | "keyOf" | "freshness"> {
  return {
    reader: {
      async read(question, accountId, followUpOf) {
        const agents = await fleet.agentsOf(accountId);
        const estate = {
          accountId,
          hosts: agents.map(({ hostname }) => hostname),
          tags: agents.map(({ tags }) => tags),
        };
        // Nothing cancels it: it takes no longer than a language model may.
        const { signal } = new AbortController();
        const previous = await previousQuestion(
          { store, read },
          { id: followUpOf, estate, signal },
        );
        return read(question, { ...estate, previous }, signal);
      },
    },
    catalogue: { list: catalogue.list, find: catalogue.describe },
    keyOf: (detectionId) => catalogue.find(detectionId)?.key,
    freshness: createCachedFreshness({ store, clock, agentsOf: fleet.agentsOf }),
  };
}
