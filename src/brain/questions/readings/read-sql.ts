import { maxQueryLength } from "../../../contract/investigation.ts";
import { checkOneSelect } from "../../../core/check-one-select.ts";

/** A statement of SQL, as against English that begins with "select" or "with". */
const shape =
  /^\s*(?:\(\s*)?(?:select\b[\s\S]*?(?:\bfrom\b|\b\d|\*|\()|with\s+(?:recursive\s+)?[\w"]+\s*(?:\([^)]*\)\s*)?as\s*(?:not\s+materialized\s*|materialized\s*)?\(|values\s*\()/i;
const otherShape =
  /^\s*(?:insert\s+(?:or\s+\w+\s+)?into\b|update\s+(?:or\s+\w+\s+)?[\w"]+\s+set\b|delete\s+from\b|drop\s+(?:table|view|index|trigger|database)\b|alter\s+table\b|create\s+(?:temp\w*\s+|virtual\s+|unique\s+)*(?:table|view|index|trigger)\b|attach\b(?:\s+database)?\s+['"]|detach\b|pragma\s+\w+|vacuum\b|analyze\s*(?:;|$|\w+\s*;?\s*$)|reindex\b|replace\s+into\b|begin\b(?:\s+transaction)?\s*;?\s*$|explain\s+(?:query\s+plan\s+)?select\b|truncate\s+table\b)/i;

/** The statement with literals, quoted names and remarks blanked, so that its structure can be looked at. */
const skeleton = (sql: string) =>
  sql
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/"(?:[^"]|"")*"/g, '""')
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ");

export type SqlQuestion = { kind: "query"; sql: string } | { kind: "refused" } | null;

/** Remarks before a statement say nothing about what it is. */
const withoutRemarks = (question: string) =>
  question.replace(/^(?:\s*(?:--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/))+/, "");

/** Whether a question is itself SQL: one query that only reads, or something to refuse. */
export function readSql(question: string): SqlQuestion {
  if ([...question].length > maxQueryLength) return readLongSql(question);
  const statement = withoutRemarks(question);
  if (otherShape.test(statement)) return { kind: "refused" };
  if (!shape.test(statement) || !isSql(statement)) return null;
  // An agent runs what begins with SELECT or WITH, and nothing else.
  if (/^\s*(?:\(|values\b)/i.test(statement)) return { kind: "refused" };
  const sql = withoutEnd(question);
  const bare = skeleton(sql).replace(/[\s;]+$/, "");
  const unsafe = /;|\b(?:writefile|readfile|load_extension|edit)\s*\(|\bpragma_\w+/i.test(bare);
  const changes = /\b(?:insert\s+into|delete\s+from|drop\s+table|update\s+\w+\s+set)\b/i.test(bare);
  return unsafe || changes ? { kind: "refused" } : { kind: "query", sql };
}

/** Only SQL may be this long; the expressions above would take seconds to tell it from English. */
function readLongSql(question: string): SqlQuestion {
  return checkOneSelect(question).ok ? { kind: "query", sql: withoutEnd(question) } : null;
}

/** The statement without the blanks and semicolons at its end. */
function withoutEnd(question: string): string {
  let end = question.length;
  while (end > 0 && /[\s;]/.test(question[end - 1]!)) end -= 1;
  return question.slice(0, end).trimStart();
}

/** "select the users from web-1" is English: SQL has a list of columns, a table and no article. */
function isSql(question: string): boolean {
  const [bare = ""] = skeleton(question).split(";");
  if (
    /^\s*\(?\s*select\s+(?:the|all\s+(?:the\s+)?\w+\s+(?:on|that|who|which|from\s+the)|every|me)\b/i.test(
      bare,
    )
  ) {
    return false;
  }
  return /^\s*\(?\s*(?:select\s+(?:distinct\s+)?(?:\*|[\w."()*,\s'+\-/|&~<>=%]+?)(?:\s+from\s+[\w".(]|\s*;?\s*$)|select\b.*\bcase\b|with\b|values\b)/is.test(
    bare,
  );
}
