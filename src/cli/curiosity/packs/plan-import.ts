import type { Client } from "../../../client/types.ts";
import type { CreateCuriosityItem, CuriosityItem } from "../../../contract/curiosity.ts";
import { curiosityIntervalMs } from "../../../contract/curiosity.ts";
import { formatDuration } from "../../../core/duration.ts";
import type { ImportedQuery } from "../../../ui/views/pack-import.ts";
import { gatherAgents } from "../../agents/gather-agents.ts";
import { readingOf } from "../../investigate/reading-of.ts";
import { type AddFlags, newItem } from "../item-request.ts";
import { checkQuery, type Prepared, type QueryCheck } from "./check-query.ts";
import { platformOf } from "./platforms.ts";
import type { PackFile, PackQuery } from "./types.ts";

/** osquery's default for a query without an interval (`schedule_default_interval`). */
const defaultIntervalSeconds = 3_600;

type ImportClient = Pick<Client, "agents" | "curiosityItems" | "interpret">;

/** A query with the request that would schedule it. */
export interface PlannedQuery extends ImportedQuery {
  request: CreateCuriosityItem;
  /** What an earlier import scheduled. */
  item: CuriosityItem | null;
  /** The interval in the file. */
  asked: string;
}

export interface ImportPlan {
  queries: PlannedQuery[];
  notes: string[];
}

export interface PlanFlags extends AddFlags {
  /** An interval for all queries. */
  every?: string;
}

export interface PlanOptions {
  flags: PlanFlags;
  nowMs: number;
  /** Prepares statements over all tables that inquest has. */
  prepare(statements: string[]): Promise<Prepared[]>;
  /** The platform to check for while the server knows no agent. */
  platform: string;
}

/** What importing a file would do, query by query; changes nothing. */
export async function planImport(
  client: ImportClient,
  { queries, notes }: PackFile,
  options: PlanOptions,
): Promise<ImportPlan> {
  const items = await allItems(client);
  const hostPlatforms = await platformsOf(client, options);
  const prepared = await options.prepare(queries.map(({ sql }) => sql));
  const planned: PlannedQuery[] = [];
  for (const [index, query] of queries.entries()) {
    const { request, asked } = requestFor(query, options);
    const context = { hostPlatforms, prepared: prepared[index]! };
    const name = labelOf(query);
    const check = planned.some((other) => other.name === name)
      ? refused("another query of the file has the same name")
      : await checkedByServer(client, checkQuery(query, request.query, context), request.query);
    const change = check.status === "runs" ? changeFor(request, items) : skipped;
    const { interval } = request;
    const detail = check.detail ?? intervalNote(interval, asked);
    planned.push({ name, interval, ...check, detail, ...change, request, asked });
  }
  return { queries: planned, notes };
}

/** The name of a query in lists, which marks its statement so that a second import finds it. */
export function labelOf({ pack, name }: Pick<PackQuery, "pack" | "name">): string {
  return `${pack}: ${name}`.replace(/[^\p{L}\p{N}_.:()\- ]/gu, "_");
}

const remark = (label: string) => `/* ${label} */ `;

function requestFor(query: PackQuery, { flags, nowMs }: PlanOptions) {
  const askedMs = (query.intervalSeconds ?? defaultIntervalSeconds) * 1000;
  const { least, most } = curiosityIntervalMs;
  const asked = flags.every ?? formatDuration(askedMs);
  const interval = flags.every ?? formatDuration(Math.min(Math.max(askedMs, least), most));
  const text = remark(labelOf(query)) + query.sql;
  return { request: newItem({ query: text, interval }, flags, nowMs), asked };
}

/** Notes that a query is asked at another interval than the file's; null if it is not. */
export function intervalNote(interval: string, asked: string): string | null {
  return interval === asked ? null : `interval ${asked} is outside the server's limits`;
}

/** The reader must see the statement as one, or every run would answer something else or fail. */
async function checkedByServer(
  client: Pick<Client, "interpret">,
  check: QueryCheck,
  question: string,
): Promise<QueryCheck> {
  if (check.status !== "runs") return check;
  const reading = await readingOf(client, question);
  if (reading === null || reading.sql.includes(question)) return check;
  return refused(`the server does not run it as SQL: ${reading.text}`);
}

const refused = (detail: string): QueryCheck => ({ status: "refused", detail });
const skipped = { action: "skip", id: null, item: null } as const;

/** A query was imported before if an item for the same hosts has its label. */
function changeFor(request: CreateCuriosityItem, items: CuriosityItem[]) {
  const label = request.query.slice(0, request.query.indexOf("*/") + 2);
  const item = items.find(
    ({ query, scope }) => query.startsWith(label) && tagsText(scope) === tagsText(request.scope),
  );
  if (!item) return { action: "create", id: null, item: null } as const;
  return { action: isSame(item, request) ? "keep" : "update", id: item.id, item } as const;
}

export function isSame(item: CuriosityItem, { query, interval }: CreateCuriosityItem): boolean {
  return item.query === query && item.interval === interval;
}

function tagsText(scope: CreateCuriosityItem["scope"]): string {
  const tags = Object.entries(scope?.filter?.tags ?? {});
  return JSON.stringify(tags.sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function allItems({ curiosityItems }: Pick<Client, "curiosityItems">) {
  const items: CuriosityItem[] = [];
  for await (const page of curiosityItems()) items.push(...page.items);
  return items;
}

async function platformsOf(client: Pick<Client, "agents">, { flags, platform }: PlanOptions) {
  const { agents } = await gatherAgents(client, { tag: flags.tag, limit: 0, all: true });
  const platforms = new Set(agents.map(({ os }) => platformOf(os)));
  return platforms.size > 0 ? [...platforms] : [platform];
}
