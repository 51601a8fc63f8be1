import type pg from "pg";
import type { Plan } from "../../../contract/plan.ts";
import type { GiveUp, KnownPlan, OfferedPlan, PlanEnd } from "../../port/shared-state.ts";
import { notifyOf } from "./agent-notifications.ts";

type Database = Pick<pg.Pool, "query">;

/** How long an ended plan is remembered, so that a late or repeated receipt is recognised. */
const remembered = "interval '10 minutes'";
const ended = (answered: string) =>
  `ended_at = now(), answered = ${answered}, keep_until = now() + ${remembered}`;

export async function insertPlans(database: Database, offers: OfferedPlan[]): Promise<undefined[]> {
  await database.query(
    `WITH offered AS (
       INSERT INTO inquest.plan (id, agent, plan, public_key, expires_at, keep_until)
       SELECT id, agent, plan::json, public_key, now() + lasts, now() + lasts + ${remembered}
       FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::bigint[])
         AS o(id, agent, plan, public_key, lasts_ms), make_interval(secs => lasts_ms / 1000.0) AS lasts
       RETURNING agent)
     SELECT ${notifyOf("offered", "agent", "offered")}`,
    [
      offers.map(({ plan }) => plan.plan_id),
      offers.map(({ agent }) => agent),
      offers.map(({ plan }) => JSON.stringify(plan)),
      offers.map(({ publicKey }) => Buffer.from(publicKey)),
      offers.map(({ plan }) => Date.parse(plan.expires_at) - Date.parse(plan.issued_at)),
    ],
  );
  return offers.map(() => undefined);
}

/** The lock makes another server that takes at the same time see the plan as fetched. */
export async function takePlans(database: Database, agents: string[]): Promise<Plan[][]> {
  const { rows } = await database.query<{ agent: string; plan: Plan; waited: boolean }>(
    `WITH due AS (
       SELECT id, fetched_at IS NULL AS waited FROM inquest.plan
       WHERE agent = ANY($1::text[]) AND ended_at IS NULL AND expires_at > now()
         AND (fetched_at IS NULL OR lost_at IS NOT NULL)
       ORDER BY id FOR UPDATE),
     taken AS (
       UPDATE inquest.plan AS p SET fetched_at = coalesce(p.fetched_at, now()), lost_at = NULL
       FROM due WHERE p.id = due.id RETURNING p.id, p.agent, p.plan, due.waited),
     notified AS MATERIALIZED (SELECT ${notifyOf("taken", "id", "fetched")})
     SELECT agent, plan, waited FROM taken, notified ORDER BY id`,
    [agents],
  );
  const plans = new Map<string, Plan[]>();
  for (const { agent, plan, waited } of rows)
    if (waited) plans.set(agent, [...(plans.get(agent) ?? []), plan]);
  // An agent that is named twice gets its plans once.
  return agents.map((agent) => {
    const taken = plans.get(agent) ?? [];
    plans.delete(agent);
    return taken;
  });
}

export async function awaitedAgents(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ agent: string }>(
    `SELECT DISTINCT agent FROM inquest.plan
     WHERE ended_at IS NULL AND expires_at > now() AND (fetched_at IS NULL OR lost_at IS NOT NULL)`,
  );
  return rows.map(({ agent }) => agent);
}

export async function findPlan(
  database: Database,
  { agent, planId }: { agent: string; planId: string },
): Promise<KnownPlan | undefined> {
  const { rows } = await database.query<{
    plan: Plan;
    public_key: Buffer;
    has_ended: boolean;
    answered: boolean | null;
  }>(
    `SELECT plan, public_key, ended_at IS NOT NULL AS has_ended, answered FROM inquest.plan
     WHERE id = $1 AND agent = $2 AND keep_until > now()`,
    [planId, agent],
  );
  const row = rows[0];
  if (!row) return undefined;
  return row.has_ended
    ? { isEnded: true, isAnswered: row.answered ?? false }
    : { isEnded: false, publicKey: row.public_key, plan: row.plan };
}

/** Ends plans whose own server has the outcome. */
export async function endOwnPlans(
  database: Database,
  ends: { planId: string; isAnswered: boolean }[],
): Promise<boolean[]> {
  const { rows } = await database.query<{ id: string }>(
    `WITH due AS (
       SELECT p.id, e.answered FROM inquest.plan AS p
       JOIN unnest($1::text[], $2::boolean[]) AS e(id, answered) ON p.id = e.id
       WHERE p.ended_at IS NULL ORDER BY p.id FOR UPDATE OF p)
     UPDATE inquest.plan AS p SET ${ended("due.answered")} FROM due WHERE p.id = due.id
     RETURNING p.id`,
    [ends.map(({ planId }) => planId), ends.map(({ isAnswered }) => isAnswered)],
  );
  const now = new Set(rows.map(({ id }) => id));
  // Of two ends of one plan, the first one counts.
  return ends.map(({ planId }) => now.delete(planId));
}

/** Ends other servers' plans and notifies those servers. */
export async function endPlans(
  database: Database,
  ends: { planId: string; outcome: PlanEnd }[],
): Promise<boolean[]> {
  // Of two ends of one plan, the first one counts.
  const first = new Map(ends.toReversed().map((end) => [end.planId, end.outcome]));
  const { rows } = await database.query<{ id: string }>(
    `WITH due AS (
       SELECT p.id, e.answered, e.outcome FROM inquest.plan AS p
       JOIN unnest($1::text[], $2::boolean[], $3::text[]) AS e(id, answered, outcome) ON p.id = e.id
       WHERE p.ended_at IS NULL ORDER BY p.id FOR UPDATE OF p),
     done AS (
       UPDATE inquest.plan AS p SET ${ended("due.answered")}, outcome = due.outcome FROM due
       WHERE p.id = due.id RETURNING p.id),
     notified AS MATERIALIZED (SELECT ${notifyOf("done", "id", "ended")})
     SELECT id FROM done, notified`,
    [
      [...first.keys()],
      [...first.values()].map(({ ok }) => ok),
      [...first.values()].map((outcome) => JSON.stringify(outcome)),
    ],
  );
  const now = new Set(rows.map(({ id }) => id));
  return ends.map(({ planId }) => now.delete(planId));
}

export async function giveUpPlans(
  database: Database,
  plans: GiveUp[],
): Promise<({ wasFetched: boolean } | null)[]> {
  const { rows } = await database.query<{ id: string; fetched: boolean }>(
    `WITH due AS (
       SELECT p.id, p.fetched_at IS NOT NULL AS fetched FROM inquest.plan AS p
       JOIN unnest($1::text[], $2::boolean[]) AS g(id, always) ON p.id = g.id
       WHERE p.ended_at IS NULL AND (always OR p.fetched_at IS NULL OR p.lost_at IS NOT NULL)
       ORDER BY p.id FOR UPDATE OF p)
     UPDATE inquest.plan AS p SET ${ended("false")} FROM due WHERE p.id = due.id
     RETURNING p.id, due.fetched`,
    [plans.map(({ planId }) => planId), plans.map(({ which }) => which === "pending")],
  );
  const given = new Map(rows.map(({ id, fetched }) => [id, { wasFetched: fetched }]));
  return plans.map(({ planId }) => given.get(planId) ?? null);
}

export async function collectOutcomes(
  database: Database,
  planIds: string[],
): Promise<(PlanEnd | undefined)[]> {
  const { rows } = await database.query<{ id: string; outcome: string }>(
    `SELECT id, outcome FROM inquest.plan
     WHERE id = ANY($1::text[]) AND ended_at IS NOT NULL AND outcome IS NOT NULL`,
    [planIds],
  );
  if (rows.length > 0)
    await database.query("UPDATE inquest.plan SET outcome = NULL WHERE id = ANY($1::text[])", [
      rows.map(({ id }) => id),
    ]);
  const outcomes = new Map(rows.map(({ id, outcome }) => [id, JSON.parse(outcome) as PlanEnd]));
  return planIds.map((id) => outcomes.get(id));
}

export async function requeuePlans(
  database: Database,
  unsent: { agent: string; planIds: string[] }[],
): Promise<undefined[]> {
  await database.query(
    `WITH due AS (
       SELECT p.id FROM inquest.plan AS p
       JOIN unnest($1::text[], $2::text[]) AS u(id, agent) ON p.id = u.id AND p.agent = u.agent
       WHERE p.ended_at IS NULL ORDER BY p.id FOR UPDATE OF p),
     waiting AS (
       UPDATE inquest.plan AS p SET fetched_at = NULL FROM due WHERE p.id = due.id RETURNING p.agent)
     SELECT ${notifyOf("waiting", "agent", "offered")}`,
    [
      unsent.flatMap(({ planIds }) => planIds),
      unsent.flatMap(({ agent, planIds }) => planIds.map(() => agent)),
    ],
  );
  return unsent.map(() => undefined);
}

export async function markDisconnected(database: Database, agents: string[]): Promise<undefined[]> {
  await database.query(
    `WITH due AS (
       SELECT id FROM inquest.plan WHERE agent = ANY($1::text[]) AND ended_at IS NULL
       ORDER BY id FOR UPDATE),
     lost AS (
       UPDATE inquest.plan AS p SET lost_at = now() FROM due WHERE p.id = due.id RETURNING p.agent)
     SELECT ${notifyOf("lost", "agent", "disconnected")}`,
    [agents],
  );
  return agents.map(() => undefined);
}

export async function failFetchedPlans(
  database: Database,
  restarts: { agent: string; detail: string }[],
): Promise<undefined[]> {
  const outcomes = restarts.map(({ detail }) =>
    JSON.stringify({ ok: false, reason: "error", detail } satisfies PlanEnd),
  );
  await database.query(
    `WITH due AS (
       SELECT p.id, r.outcome FROM inquest.plan AS p
       JOIN (SELECT DISTINCT ON (agent) agent, outcome
             FROM unnest($1::text[], $2::text[]) AS r(agent, outcome)) AS r ON p.agent = r.agent
       WHERE p.ended_at IS NULL AND p.fetched_at IS NOT NULL ORDER BY p.id FOR UPDATE OF p),
     failed AS (
       UPDATE inquest.plan AS p SET ${ended("false")}, outcome = due.outcome FROM due
       WHERE p.id = due.id RETURNING p.id)
     SELECT ${notifyOf("failed", "id", "ended")}`,
    [restarts.map(({ agent }) => agent), outcomes],
  );
  return restarts.map(() => undefined);
}

export async function prunePlans(database: Database): Promise<void> {
  await database.query("DELETE FROM inquest.plan WHERE keep_until < now()");
}
