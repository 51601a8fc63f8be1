import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Receipt } from "../../contract/receipt.ts";
import type { Store } from "../../store/port/store.ts";
import {
  type InvestigationRecord,
  receiptBlob,
  receiptBlobs,
  type StoredReceipts,
} from "../../store/records.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Storage limit for the receipts of one investigation, compressed. */
export const maxReceiptBytes = 32 << 20;
/** Half of it is reserved for receipts that prove findings; the others only prove what was checked. */
const maxOtherBytes = maxReceiptBytes / 2;
/** The largest share of the remaining space for one blob, so that one agent's answer can't use it up. */
const shareOfRest = 1 / 4;
/** Target size of a blob before compression; a single receipt may exceed it. */
const batchBytes = 1 << 20;
/** Approximate size of a page of receipts. */
const pageBytes = 4 << 20;

const noReceipts: StoredReceipts = { blobs: 0, bytes: 0, omitted: 0 };

/** A receipt, and whether it proves a finding. */
export interface ReceiptToStore {
  receipt: Receipt;
  provesFinding: boolean;
}

export interface StoredBatch {
  receipts: StoredReceipts;
  /** Names of the blobs that were written. */
  written: string[];
}

/** Appends receipts to the stored ones, within the limits. The caller commits the record that counts them. */
export async function storeReceipts(
  store: Pick<Store, "putBlob">,
  { id, receipts: before = noReceipts }: Pick<InvestigationRecord, "id" | "receipts">,
  fresh: ReceiptToStore[],
): Promise<StoredBatch> {
  let stored = before;
  const written: string[] = [];
  const write = async (receipts: Receipt[], limit: number) => {
    for (const batch of batchesOf(receipts)) {
      const data = await compress(batch.join(""));
      if (data.length > (limit - stored.bytes) * shareOfRest) {
        stored = { ...stored, omitted: stored.omitted + batch.length };
        continue;
      }
      const name = receiptBlob(id, stored.blobs + 1);
      await store.putBlob(name, data);
      written.push(name);
      stored = { ...stored, blobs: stored.blobs + 1, bytes: stored.bytes + data.length };
    }
  };
  const only = (wanted: boolean) =>
    fresh.filter(({ provesFinding }) => provesFinding === wanted).map(({ receipt }) => receipt);
  await write(only(true), maxReceiptBytes);
  await write(only(false), maxOtherBytes);
  return { receipts: stored, written };
}

/** A page of receipts from blob `from` (0-based) on, and the start of the next page; undefined if a blob was deleted. */
export async function readReceipts(
  store: Pick<Store, "getBlob">,
  record: InvestigationRecord,
  from: number,
): Promise<{ receipts: Receipt[]; next: number | null } | undefined> {
  const names = receiptBlobs(record);
  const receipts: Receipt[] = [];
  let bytes = 0;
  for (let at = from; at < names.length; at++) {
    if (bytes >= pageBytes) return { receipts, next: at };
    const data = await store.getBlob(names[at]!);
    if (!data) return undefined;
    const text = await decompress(data);
    bytes += text.length;
    for (const line of text.toString("utf8").split("\n")) if (line) receipts.push(fromLine(line));
  }
  return { receipts, next: null };
}

function* batchesOf(receipts: Receipt[]): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const receipt of receipts) {
    const line = toLine(receipt);
    if (batch.length > 0 && bytes + line.length > batchBytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(line);
    bytes += line.length;
  }
  if (batch.length > 0) yield batch;
}

/**
 * A receipt as a line. A payload that is text is stored as text, byte for byte: base64 hides
 * repetitions from the compressor, and the text takes a third of the space.
 */
function toLine({ payload, ...rest }: Receipt): string {
  // By name: other fields that an agent sent are not signed, and not stored.
  const { plan_id, agent_id, key_id, public_key, signature } = rest;
  const head = { plan_id, agent_id, key_id, public_key, signature };
  const bytes = Buffer.from(payload, "base64");
  const text = bytes.toString("utf8");
  const isExact = Buffer.from(text, "utf8").equals(bytes);
  return `${JSON.stringify(isExact ? { ...head, text } : { ...head, payload })}\n`;
}

function fromLine(line: string): Receipt {
  const { text, ...rest } = JSON.parse(line) as Receipt & { text?: string };
  return text === undefined ? rest : { ...rest, payload: Buffer.from(text).toString("base64") };
}
