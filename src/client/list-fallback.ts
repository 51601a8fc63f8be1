import { AppError } from "../core/errors.ts";
import { findInPages } from "./find-in-pages.ts";
import { isNotOffered } from "./optional-operations.ts";
import type { Client } from "./types.ts";

/** Searches the list for records that the server can't return by id. */
export function withListFallback(client: Client): Client {
  return {
    ...client,
    agent: (id, call) =>
      orFrom(client.agent(id, call), () =>
        findInPages(client.agents({}, call), (agents) => agents.find((one) => one.agent_id === id)),
      ),
    delivery: (id, call) =>
      orFrom(client.delivery(id, call), () =>
        findInPages(client.deliveries({}, call), ({ deliveries }) =>
          deliveries.find((one) => one.delivery_id === id),
        ),
      ),
    curiosityItem: (id, call) =>
      orFrom(client.curiosityItem(id, call), () =>
        findInPages(client.curiosityItems({}, call), ({ items }) =>
          items.find((one) => one.id === id),
        ),
      ),
  };
}

async function orFrom<T>(direct: Promise<T>, search: () => Promise<T | undefined>): Promise<T> {
  try {
    return await direct;
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    const found = await search();
    if (found !== undefined) return found;
    throw new AppError("not_found", "There is no such resource in this account.", {
      hint: "Check the id; ids of other accounts are not found either.",
      status: 404,
      kind: "not_found",
    });
  }
}
