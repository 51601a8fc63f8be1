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

/** What the receipts of one investigation may take, compressed. */
export const maxReceiptBytes = 32 << 20;
/** Half of it is for receipts that findings rest on; the others prove what was looked at. */
const maxOtherBytes = maxReceiptBytes / 2;
/** One blob takes this share of what is left at most, so that no agent's answer leaves no room for the others. */
const shareOfRest = 1 / 4;
/** Text of a blob before it is compressed; one receipt alone may have more. */
const batchBytes = 1 << 20;
/** Text of a page of receipts, about. */
const pageBytes = 4 << 20;

const nothingKept: StoredReceipts = { blobs: 0, bytes: 0, omitted: 0 };

/** A receipt, and whether a finding rests on it. */
export interface ReceiptToKeep {
  receipt: Receipt;
  behindFinding: boolean;
}

export interface Keeping {
  kept: StoredReceipts;
  /** The blobs that were written. */
  written: string[];
}

/** Writes receipts behind those kept so far, as far as there is room; the record that counts them is the caller's to commit. */
export async function keepReceipts(
  store: Pick<Store, "putBlob">,
  { id, receipts: before = nothingKept }: Pick<InvestigationRecord, "id" | "receipts">,
  fresh: ReceiptToKeep[],
): Promise<Keeping> {
  let kept = before;
  const written: string[] = [];
  const write = async (receipts: Receipt[], limit: number) => {
    for (const batch of batchesOf(receipts)) {
      const data = await compress(batch.join(""));
      if (data.length > (limit - kept.bytes) * shareOfRest) {
        kept = { ...kept, omitted: kept.omitted + batch.length };
        continue;
      }
      const name = receiptBlob(id, kept.blobs + 1);
      await store.putBlob(name, data);
      written.push(name);
      kept = { ...kept, blobs: kept.blobs + 1, bytes: kept.bytes + data.length };
    }
  };
  const only = (wanted: boolean) =>
    fresh.filter(({ behindFinding }) => behindFinding === wanted).map(({ receipt }) => receipt);
  await write(only(true), maxReceiptBytes);
  await write(only(false), maxOtherBytes);
  return { kept, written };
}

/** Receipts from the blob at `from` (0 is the first) on, and where the next page begins; undefined when a blob is gone. */
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
 * A receipt as a line. The payload is kept as text where it is that, byte for byte: base64
 * hides from the compressor what repeats, and the text takes a third of the room.
 */
function toLine({ payload, ...rest }: Receipt): string {
  // By name: whatever else an agent sent along is not signed and not kept.
  const { plan_id, agent_id, key_id, public_key, signature } = rest;
  const head = { plan_id, agent_id, key_id, public_key, signature };
  const text = Buffer.from(payload, "base64").toString("utf8");
  const isExact = Buffer.from(text, "utf8").toString("base64") === payload;
  return `${JSON.stringify(isExact ? { ...head, text } : { ...head, payload })}\n`;
}

function fromLine(line: string): Receipt {
  const { text, ...rest } = JSON.parse(line) as Receipt & { text?: string };
  return text === undefined ? rest : { ...rest, payload: Buffer.from(text).toString("base64") };
}
