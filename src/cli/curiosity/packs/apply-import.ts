import type { Client } from "../../../client/types.ts";
import { AppError } from "../../../core/errors.ts";
import type { PackImport } from "../../../ui/views/pack-import.ts";
import { type ImportPlan, intervalNote, isSame, type PlannedQuery } from "./plan-import.ts";

type ItemWriter = Pick<Client, "createCuriosityItem" | "updateCuriosityItem">;

/** The plan as a result, without its requests. */
export function resultOf({ queries, notes }: ImportPlan, dryRun: boolean): PackImport {
  const results = queries.map(({ request: _, item: __, asked: ___, ...result }) => result);
  return { dry_run: dryRun, queries: results, notes };
}

/** Creates and updates one after the other; stops at the first failure, and earlier ones stay. */
export async function applyImport(client: ItemWriter, plan: ImportPlan): Promise<PackImport> {
  const queries: PlannedQuery[] = [];
  for (const query of plan.queries) queries.push(await applyQuery(client, query));
  return resultOf({ ...plan, queries }, false);
}

async function applyQuery(client: ItemWriter, planned: PlannedQuery): Promise<PlannedQuery> {
  const { action } = planned;
  if (action === "skip" || action === "keep") return planned;
  try {
    return { ...planned, id: await write(client, planned) };
  } catch (error) {
    const interval = shortestInterval(error);
    if (interval === null) throw error;
    return applyRaised(client, planned, interval);
  }
}

/** Only the server knows its minimum interval. */
async function applyRaised(
  client: ItemWriter,
  planned: PlannedQuery,
  interval: string,
): Promise<PlannedQuery> {
  const detail = intervalNote(interval, planned.asked);
  const raised = { ...planned, interval, detail, request: { ...planned.request, interval } };
  const { item, request } = raised;
  if (item && isSame(item, request)) return { ...raised, action: "keep" };
  return { ...raised, id: await write(client, raised) };
}

async function write(client: ItemWriter, { id, request }: PlannedQuery): Promise<string> {
  const { query, interval } = request;
  const item =
    id === null
      ? await client.createCuriosityItem(request)
      : await client.updateCuriosityItem(id, { query, interval });
  return item.id;
}

/** The minimum that a server names when it refuses an interval; null for any other error. */
function shortestInterval(error: unknown): string | null {
  if (!(error instanceof AppError)) return null;
  const issue = error.issues?.find(({ path }) => path === "interval");
  return /^must be at least (\d+[smhd])$/.exec(issue?.message ?? "")?.[1] ?? null;
}
