import type { Tags } from "../../contract/common.ts";
import type { Progress } from "../../contract/investigation.ts";
import type { Receipt } from "../../contract/receipt.ts";
import type { Answer, Chain, Finding } from "../../contract/summary.ts";
import { isoTime } from "../../core/clock.ts";
import { type Change, readJsonBlob, writeJsonBlob } from "../../store/port/store.ts";
import { type InvestigationBlob, type InvestigationRecord, rowsBlob } from "../../store/records.ts";
import type { ChainDraft } from "../pathfinder/report/chain-draft.ts";
import type { BrainServices } from "../ports/services.ts";
import { chainIdentity, createChainLog } from "./chain-log.ts";
import {
  type Comparison,
  type EarlierRun,
  type EvidenceKeys,
  identityOf,
  newSince,
} from "./compare-runs.ts";
import { storeReceipts } from "./receipts.ts";
import { nextSeq, type RunRecord } from "./run-record.ts";
import { storeRows } from "./stored-rows.ts";
import { createWriteThrottle } from "./write-throttle.ts";

type Step = (record: InvestigationRecord) => InvestigationRecord;

/** Publishes a run's findings, chains and progress as they appear, with a limited rate of writes. */
export interface Publisher {
  findings(): Finding[];
  chains(): Chain[];
  /**
   * Adds one host's findings and the receipts of its answers. Findings that this investigation
   * already published (before a restart) are skipped.
   */
  add(findings: Finding[], receipts: Receipt[]): void;
  /**
   * Replaces the chains. One that this investigation already published with the same status is
   * not published again.
   */
  setChains(chains: ChainDraft[], tagsOf: (agentId: string) => Tags): void;
  /** Updates the progress. */
  progress(patch: Partial<Omit<Progress, "updated_at" | "findings" | "chains">>): void;
  /** Commits everything pending, after `first` in the same write; false if the investigation was cancelled. */
  flush(first?: Step): Promise<boolean>;
  /** Commits everything pending, the answer, and `last` after them, in one write. */
  finish(last: Step, outcome: Outcome): Promise<boolean>;
  /** Rejects with the error of a commit that failed in the background. */
  settled(): Promise<void>;
}

interface Outcome {
  answer: Answer | null;
  /** The answer with all rows that can be stored; absent while the run goes on. */
  allRows?: Answer | null;
  /** Absent while the run goes on. */
  comparison?: Comparison;
  /** More changes for the same write, derived from the final record. */
  changes: (ended: InvestigationRecord) => Change[];
}

/** The last completed run of the same schedule: what it found is no event again. */
export interface Reported {
  run: EarlierRun;
  keyOf: EvidenceKeys;
}

const unchanged: Step = (record) => record;
const noOutcome: Outcome = { answer: null, changes: () => [] };

export async function createPublisher(
  run: RunRecord,
  services: Pick<BrainServices, "store" | "clock" | "emit">,
  reported: Reported | null = null,
): Promise<Publisher> {
  const { store, clock, emit } = services;
  const { id } = run.current();
  const earlier = run.current().blob;
  const published = earlier === null ? null : await readJsonBlob<InvestigationBlob>(store, earlier);
  const all: Finding[] = published?.findings ?? [];
  const chains = createChainLog(published?.chains ?? []);
  const known = new Set(all.map(identityOf));
  const isNews = newsFilter(reported);
  let hostTags: (agentId: string) => Tags = () => ({});
  let pending: { findings: Finding[]; receipts: Receipt[] } = { findings: [], receipts: [] };
  let progress: Progress = run.current().progress ?? startOfRun(clock.now());
  let queue: Promise<unknown> = Promise.resolve();

  const write = async (
    steps: { first?: Step; last?: Step },
    { answer, allRows = null, comparison, changes }: Outcome,
  ) => {
    const { first = unchanged, last = unchanged } = steps;
    const { findings: newFindings, receipts } = pending;
    pending = { findings: [], receipts: [] };
    const newChains = chains.takeUnpublished();
    // A copy: findings added during this write belong to the next one.
    const content: InvestigationBlob = {
      findings: [...all],
      chains: chains.all(),
      answer,
      ...(comparison && partsOf(comparison)),
    };
    const before = run.current().blob;
    const stored = await storeReceipts(store, run.current(), markProofs(receipts, newFindings));
    const rows = await storeRows(store, id, { answer, allRows });
    const blob =
      newFindings.length + newChains.length > 0 || answer || comparison?.changes
        ? `investigation/${id}-${nextSeq(run.current())}`
        : before;
    if (blob !== null && blob !== before) await writeJsonBlob(store, blob, content);
    progress = {
      ...progress,
      findings: content.findings.length,
      chains: content.chains.length,
      updated_at: isoTime(clock.now()),
    };
    const parts = {
      blob,
      ...(rows && { rows }),
      ...(receipts.length > 0 && { receipts: stored.receipts }),
    };
    const ok = await run.update(
      (record) => {
        const withNew = withFindings({ ...first(record), ...parts }, newFindings);
        return last(withProgress(withChains(withNew, newChains), progress));
      },
      (record) => [
        ...newFindings
          .filter(isNews.finding)
          .flatMap((finding) => emit(findingEvent("finding.discovered", record, finding))),
        ...newChains
          .filter((chain) => chain.status === "confirmed" && isNews.chain(chain))
          .flatMap((chain) => emit(confirmedEvent(record, chain, hostTags))),
        ...(reported && comparison ? comparison.closed : []).flatMap((finding) =>
          emit(findingEvent("finding.resolved", record, finding)),
        ),
        ...changes(record),
      ],
    );
    const unused = ok ? before : blob;
    if (unused !== null && before !== blob) await store.removeBlob(unused);
    const written = [...stored.written, ...(rows ? [rowsBlob(id)] : [])];
    if (!ok) for (const name of written) await store.removeBlob(name);
    return ok;
  };

  const throttle = createWriteThrottle(() => void flush().catch(() => {}), clock);

  /** One commit at a time, in order. */
  const enqueue = (work: () => Promise<boolean>): Promise<boolean> => {
    const result = queue.then(() => throttle.run(work));
    queue = result;
    // `settled` or the caller's own promise reports a failure.
    result.catch(() => {});
    return result;
  };

  const flush = (first?: Step) => enqueue(() => write(first ? { first } : {}, noOutcome));

  return {
    findings: () => all,
    chains: () => chains.all(),
    add(findings, receipts) {
      const newFindings = findings.filter((finding) => !known.has(identityOf(finding)));
      for (const finding of newFindings) known.add(identityOf(finding));
      all.push(...newFindings);
      pending.findings.push(...newFindings);
      pending.receipts.push(...receipts);
    },
    setChains(drafts, tagsOf) {
      hostTags = tagsOf;
      chains.set(drafts, clock.now());
    },
    progress(patch) {
      progress = { ...progress, ...patch };
      throttle.request();
    },
    flush,
    finish(last, outcome) {
      throttle.stop();
      return enqueue(() => write({ last }, outcome));
    },
    async settled() {
      throttle.stop();
      await queue;
    },
  };
}

function newsFilter(reported: Reported | null) {
  if (!reported) return { finding: ({ accepted }: Finding) => !accepted, chain: () => true };
  const { run, keyOf } = reported;
  const newPart = newSince(run, keyOf);
  const confirmed = run.chains.filter(({ status }) => status === "confirmed");
  const chains = new Set(confirmed.map(chainIdentity));
  return {
    finding: (finding: Finding) => newPart(finding).length > 0,
    chain: (chain: Chain) => !chains.has(chainIdentity(chain)),
  };
}

const partsOf = ({ changes, unseen }: Comparison) => ({
  ...(changes && { changes }),
  ...(unseen.length > 0 && { unseen }),
});

/** Marks the receipts that prove one of the findings. */
function markProofs(receipts: Receipt[], findings: Finding[]) {
  const plans = new Set(findings.map((finding) => finding.receipt?.plan_id));
  return receipts.map((receipt) => ({ receipt, provesFinding: plans.has(receipt.plan_id) }));
}

const findingEvent = (
  type: "finding.discovered" | "finding.resolved",
  { id, account_id }: InvestigationRecord,
  finding: Finding,
) => ({
  accountId: account_id,
  type,
  data: { severity: finding.severity, tags: finding.tags, finding, investigation_id: id },
});

/** Tagged with the tags of every host on the chain; on a conflict the later step's, so the target's, win. */
const confirmedEvent = (
  { id, account_id }: InvestigationRecord,
  chain: Chain,
  tagsOf: (agentId: string) => Tags,
) => ({
  accountId: account_id,
  type: "chain.confirmed" as const,
  data: {
    severity: chain.severity,
    tags: Object.assign({}, ...chain.steps.map(({ agent_id }) => tagsOf(agent_id))) as Tags,
    chain,
    investigation_id: id,
  },
});

function startOfRun(nowMs: number): Progress {
  return {
    phase: "planning",
    percent: 0,
    agents: { targeted: 0, answered: 0, failed: 0, timed_out: 0 },
    plans: { total: 0, dispatched: 0, completed: 0, failed: 0 },
    findings: 0,
    chains: 0,
    message: "Reading the question",
    updated_at: isoTime(nowMs),
  };
}

function withProgress(record: InvestigationRecord, progress: Progress): InvestigationRecord {
  return { ...record, progress, progress_seq: nextSeq(record) };
}

function withChains(record: InvestigationRecord, chains: Chain[]): InvestigationRecord {
  const first = nextSeq(record);
  const entries = chains.map(({ chain_id }, index) => ({
    seq: first + index,
    type: "chain" as const,
    chain_id,
  }));
  return { ...record, timeline: [...record.timeline, ...entries] };
}

function withFindings(record: InvestigationRecord, findings: Finding[]): InvestigationRecord {
  const first = nextSeq(record);
  const entries = findings.map(({ finding_id }, index) => ({
    seq: first + index,
    type: "finding" as const,
    finding_id,
  }));
  return { ...record, timeline: [...record.timeline, ...entries] };
}
