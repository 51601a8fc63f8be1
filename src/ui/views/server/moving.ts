import { escapeControl } from "../../../core/escape-control.ts";
import { blocks } from "../../text/section.ts";
import { renderTable } from "../../text/table.ts";
import { wrapText } from "../../text/text-width.ts";
import type { Style, View } from "../view.ts";

interface Move {
  data_dir: string;
  records: { kind: string; count: number; sha256: string }[];
  blobs: { count: number; bytes: number; sha256: string | null };
  secrets: { count: number; reencrypted: boolean };
  keys_dir: string;
  plan_key_changed: boolean;
}

/** A data folder that was copied into a database, and what servers over it need. */
export const importView: View<Move> = {
  plain: (move, style) =>
    report(move, style, [
      `A server over the database needs a data folder of its own with copies of secret.key and plan.key from ${escapeControl(move.keys_dir)}.`,
      keysSentence(move),
      `${escapeControl(move.data_dir)} is unchanged. Don't start a server on it again: it would run the same scheduled questions and send the same deliveries.`,
    ]),
};

/** A database that was copied into a data folder, and how a server uses it. */
export const exportView: View<Move> = {
  plain: (move, style) =>
    report(move, style, [
      `Start a server with --data-dir ${escapeControl(move.data_dir)} and without --database-url.`,
      keysSentence(move),
      "The database is unchanged. Don't start a server over it again: it would run the same scheduled questions and send the same deliveries.",
    ]),
};

function report(move: Move, style: Style, next: string[]): string[] {
  const { records, blobs } = move;
  const rows = [...records.map(({ kind, count }) => [kind, count]), ["blob", blobs.count]];
  return blocks(
    renderTable({ columns: ["kind", "copied"], rows }, style),
    wrapText("Every count and hash of the copy is equal to the original's.", style.width),
    [secretsSentence(move), ...next].flatMap((sentence) => wrapText(sentence, style.width)),
  );
}

function secretsSentence({ secrets }: Move): string {
  if (secrets.count === 0) return "There are no webhook secrets.";
  return secrets.reencrypted
    ? "Webhook secrets are re-encrypted with the other secret.key."
    : "Webhook secrets stay encrypted with the same secret.key.";
}

function keysSentence({ plan_key_changed }: Move): string {
  return plan_key_changed
    ? "API keys work as before. The plan.key is another one: agents that pin the previous one refuse plans until they get it (`inquest server plan-key show`)."
    : "With these keys, API keys work as before, and agents that pin the plan key accept plans.";
}
