import type pg from "pg";
import { createCleanup } from "../../core/cleanup.ts";
import type { Clock } from "../../core/clock.ts";
import { AppError } from "../../core/errors.ts";
import type { SharedState } from "../port/shared-state.ts";
import type { DatabaseStatistics } from "../port/statistics.ts";
import type { Store } from "../port/store.ts";
import { Watchers } from "../port/watchers.ts";
import { agentsChannel } from "./agents/agent-notifications.ts";
import { createSharedState, type PostgresSharedState } from "./agents/shared-state.ts";
import { getBlob, putBlob, removeBlob } from "./blobs/blobs.ts";
import { createCommitQueue } from "./commits/commit-queue.ts";
import { changesChannel, parseNotification } from "./commits/notifications.ts";
import { Availability, type OnAvailability } from "./connection/availability.ts";
import { createPool } from "./connection/create-pool.ts";
import { startDatabaseClock } from "./connection/database-clock.ts";
import { toSetupError } from "./connection/setup-errors.ts";
import { startCheckedListener } from "./connection/start-checked-listener.ts";
import { jobsChannel } from "./jobs/job-schema.ts";
import { createSharedDeliveries } from "./jobs/shared-deliveries.ts";
import { addMissingJobs, unlockJobs } from "./jobs/unlock-jobs.ts";
import { workOnJobs } from "./jobs/work-on-jobs.ts";
import { createWorkerPools, type WorkerPools } from "./jobs/worker-pools.ts";
import { migrate } from "./migrations/migrate.ts";
import { createFinder } from "./records/find-records.ts";
import { readPage, scanRecords } from "./records/read-records.ts";
import { sweep } from "./retention/sweep.ts";
import { checkKey } from "./servers/check-key.ts";
import { releaseLeases } from "./servers/release-leases.ts";
import { beat, startHeartbeat } from "./servers/start-heartbeat.ts";
import { countRecords } from "./statistics/count-records.ts";
import { databaseStatistics } from "./statistics/database-statistics.ts";
import { readQueues } from "./statistics/read-queues.ts";

export interface PostgresStoreOptions {
  /** `postgres://…` */
  url: string;
  /** For notifications, if `url` leads to a pooler that gives a connection away after each transaction. */
  listenUrl?: string | undefined;
  /** The id of this server. No other process may use it now; leases of an earlier one end. */
  server: string;
  /** Of the secret key, which all servers over one database must have in common. */
  keyFingerprint: string;
  /** Called with errors that no caller gets: those of a watcher, of a broken notification. */
  onError(error: unknown): void;
  onAvailability: OnAvailability;
}

/** A store that all servers over one database share. */
export interface PostgresStore extends Store {
  /** The database's time. */
  clock: Clock;
  shared: SharedState;
  database: DatabaseStatistics;
  /** Why the database can't be used; null while it can. */
  problem(): string | null;
}

/** With those for jobs, three servers use 60 of PostgreSQL's default 100. */
const maxConnections = 13;
/** graphile-worker keeps one per kind of job for notifications. */
const maxJobConnections = 6;

/** Connects to the database, brings it to this program's version, and listens for commits of other servers. */
export function openPostgresStore({
  url,
  listenUrl = url,
  server,
  keyFingerprint,
  onError,
  onAvailability,
}: PostgresStoreOptions): Promise<PostgresStore> {
  const cleanup = createCleanup();
  return cleanup.onFailure(async () => {
    const watchers = new Watchers(onError);
    const availability = new Availability((change) => {
      onAvailability(change);
      // A commit whose response was lost may have succeeded.
      if (change.available) watchers.missed();
    }, onError);
    const report = (error: unknown) => availability.report(error);
    const pool = createPool({ url, max: maxConnections, onError: report });
    cleanup.defer(() => pool.end());
    await migrate(pool).catch((error: unknown) => {
      throw toSetupError(error);
    });
    await checkKey(pool, keyFingerprint);
    await releaseLeases(pool, server);
    await unlockJobs(pool);
    await addMissingJobs(pool);
    const state = createSharedState({
      pool,
      server,
      translated: (work) => availability.run(work),
      onError: report,
    });
    const isPooled = listenUrl !== url;
    // What a crash loses of these commits is done again: a job was taken, leased or completed. A later
    // commit of a run is not durable without them.
    const jobPool = createPool({
      url,
      max: maxJobConnections,
      asynchronous: !isPooled,
      onError: report,
    });
    cleanup.defer(() => jobPool.end());
    const workerPools = createWorkerPools({
      pool: jobPool,
      isPooled,
      onChange: () => heartbeat.beat(),
      onError: report,
    });
    const listener = await startCheckedListener(pool, {
      url: listenUrl,
      channels: {
        [changesChannel](payload) {
          const changed = parseNotification(payload, server);
          if (changed) watchers.notify(changed);
        },
        [agentsChannel]: state.receive,
        ...(isPooled && { [jobsChannel]: workerPools.nudge }),
      },
      onMissed() {
        availability.restored();
        watchers.missed();
        state.missed();
      },
      onError: report,
    });
    cleanup.defer(() => listener.close());
    const heartbeat = await startHeartbeat({
      pool,
      server,
      workerPools,
      onBeat: () => availability.restored(),
      onError: report,
    });
    // Other servers end its leases and locks if this one can't.
    cleanup.defer(() =>
      releaseLeases(pool, server)
        .then(() => unlockJobs(pool))
        .catch(report),
    );
    cleanup.defer(() => heartbeat.stop());
    const clock = await startDatabaseClock(pool, report);
    cleanup.defer(() => clock.stop());
    return {
      ...createPostgresStore({
        pool,
        jobPool,
        server,
        watchers,
        state,
        workerPools,
        availability,
        close: () => cleanup.run(),
      }),
      clock,
      shared: {
        ...state.shared,
        deliveries: createSharedDeliveries({
          pool: jobPool,
          translated: (work) => availability.run(work),
          startPool: workerPools.start,
        }),
      },
      database: databaseStatistics(pool, jobPool),
      problem: () => availability.problem,
    };
  });
}

interface StoreParts {
  pool: pg.Pool;
  jobPool: pg.Pool;
  /** The id of this server, until it stops. */
  server: string;
  watchers: Watchers;
  state: PostgresSharedState;
  workerPools: WorkerPools;
  availability: Availability;
  close(): Promise<void>;
}

function createPostgresStore({
  pool,
  jobPool,
  server,
  watchers,
  state,
  workerPools,
  availability,
  close,
}: StoreParts): Store {
  const queue = createCommitQueue(pool, {
    server,
    onCommit: (changed) => watchers.notify(changed),
  });
  const find = createFinder(pool);
  let isClosed = false;
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new AppError("internal_error", "The store is closed.");
    return availability.run(work);
  };
  return {
    find: (kind, id) => run(() => find(kind, id)),
    commit: (changes, expectations = []) => run(() => queue.commit({ changes, expectations })),
    page: (kind, query) => run(() => readPage(pool, kind, query)),
    scan: (kind) => scanRecords(pool, kind),
    claim: (kind, query) => run(() => queue.claim(kind, query)),
    work: (kind, work) =>
      workOnJobs(
        { pool: jobPool, server, startPool: workerPools.start, translated: run },
        kind,
        work,
      ),
    putBlob: (name, data) => run(() => putBlob(pool, { name, data })),
    getBlob: (name, range) => run(() => getBlob(pool, name, range)),
    removeBlob: (name) => run(() => removeBlob(pool, name)),
    sweep: (query) => run(() => sweep(pool, query)),
    watch: (changed, missed) => watchers.add({ changed, missed }),
    statistics: () => run(async () => ({ records: await countRecords(pool) })),
    queues: (nowMs) => run(() => readQueues(pool, nowMs)),
    check() {
      // A write, so it fails when the database only reads.
      return run(() => beat(pool, server, workerPools.ids()));
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await queue.settled();
      await state.stop();
      await close();
    },
  };
}
