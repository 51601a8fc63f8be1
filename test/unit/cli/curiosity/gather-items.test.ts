import { expect, test } from "vitest";
import { maxLookups } from "../../../../src/cli/curiosity/fetch-changes.ts";
import {
  describeItem,
  gatherItems,
  gatherRuns,
} from "../../../../src/cli/curiosity/gather-items.ts";
import type { Client } from "../../../../src/client/types.ts";
import type { CuriosityItem } from "../../../../src/contract/curiosity.ts";
import type { Investigation, InvestigationStatus } from "../../../../src/contract/investigation.ts";
import { AppError } from "../../../../src/core/errors.ts";
import { curiosityItem } from "../../../helpers/curiosity-item.ts";
import { investigation } from "../../ui/investigation-fixture.ts";

const changes = { new: [], resolved: [] };
const all = { limit: 1, all: true, json: false };

/** A service with these items and runs, of which each but the first changed nothing. */
function service(items: CuriosityItem[], statuses: Record<string, InvestigationStatus>) {
  const asked: string[] = [];
  const runs = Object.entries(statuses).map(([investigation_id, status]) => ({
    ...investigation,
    investigation_id,
    status,
  }));
  const absent = () => new AppError("not_found", "Absent.", { status: 404, kind: "not_found" });
  const client = {
    async *curiosityItems() {
      yield { items, next_cursor: null };
    },
    async curiosityItem(id: string) {
      const item = items.find((one) => one.id === id);
      if (!item) throw absent();
      return item;
    },
    async *list({ status }: { status?: InvestigationStatus }) {
      asked.push("list");
      const found = runs.filter((run) => status === undefined || run.status === status);
      yield { investigations: found, next_cursor: null };
    },
    async get(id: string): Promise<Investigation> {
      asked.push(id);
      const run = runs.find(({ investigation_id }) => investigation_id === id);
      if (!run) throw absent();
      return { ...run, changes: id === "inv_1" ? null : changes };
    },
  } as unknown as Client;
  return { client, asked };
}

test("each item has what its last completed run changed, also while another goes on", async () => {
  const items = [
    curiosityItem({ id: "cur_1", last_investigation_id: "inv_2" }),
    curiosityItem({ id: "cur_2", last_investigation_id: "inv_3", last_status: "running" }),
    curiosityItem({ id: "cur_3", last_investigation_id: null, last_status: null }),
    curiosityItem({ id: "cur_4", last_investigation_id: "inv_gone" }),
  ];
  const { client } = service(items, { inv_3: "running", inv_1: "completed", inv_2: "completed" });
  expect((await gatherItems(client, all)).changes).toEqual(
    new Map([
      ["cur_1", changes],
      ["cur_2", null],
      ["cur_3", undefined],
      ["cur_4", undefined],
    ]),
  );
  expect(await describeItem(client, "cur_2", all)).toEqual({ item: items[1], changes: null });
});

test("nothing is looked up for JSON, and of a long listing only its beginning", async () => {
  const items = Array.from({ length: maxLookups + 9 }, (_, at) =>
    curiosityItem({ id: `cur_${at}`, last_investigation_id: "inv_2" }),
  );
  const { client, asked } = service(items, { inv_2: "completed" });
  expect((await gatherItems(client, { ...all, json: true })).page.items).toEqual(items);
  expect(asked).toEqual([]);
  expect((await gatherItems(client, all)).changes.size).toBe(maxLookups);
  expect(asked).toHaveLength(maxLookups);
});

test("runs come with what each changed; those of a removed item are still told", async () => {
  const { client } = service([], { inv_3: "failed", inv_2: "completed", inv_1: "completed" });
  const { page, changes: known, item } = await gatherRuns(client, "cur_gone", all);
  expect(page.investigations).toHaveLength(3);
  expect(known).toEqual(
    new Map([
      ["inv_3", undefined],
      ["inv_2", changes],
      ["inv_1", null],
    ]),
  );
  expect(item).toBeNull();
});

test("without runs the item is told, or that there is none", async () => {
  const item = curiosityItem();
  const { client } = service([item], {});
  expect((await gatherRuns(client, item.id, all)).item).toBe(item);
  await expect(gatherRuns(client, "cur_gone", all)).rejects.toMatchObject({ kind: "not_found" });
});
