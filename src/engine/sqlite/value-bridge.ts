import type { Value } from "../../tables/model/table.ts";
import { copyBytes, readText, type Sqlite, sqlType } from "./load-sqlite.ts";

const scratchBytes = 64 << 10;
const encoder = new TextEncoder();

export interface ValueBridge {
  /** Sets a column's value as the result of a callback. */
  setResult(context: number, value: string | number | bigint | null): void;
  /** Reads a constraint's value from SQLite; a blob is read as text. */
  readValue(value: number): Value;
  /** Reads a value whose blobs are bytes. */
  readArgument(value: number): Value | Uint8Array;
}

/** Converts values between JavaScript and SQLite's memory, with one buffer for all short texts. */
export function createValueBridge(sqlite: Sqlite): ValueBridge {
  const { raw, wasm } = sqlite;
  const scratch = raw.sqlite3_malloc(scratchBytes);

  function setText(context: number, text: string): void {
    const maxBytes = text.length * 3;
    const pointer = maxBytes <= scratchBytes ? scratch : raw.sqlite3_malloc(maxBytes);
    if (pointer === 0) throw new Error("out of memory");
    const { written } = encoder.encodeInto(
      text,
      wasm.heap8u().subarray(pointer, pointer + maxBytes),
    );
    raw.sqlite3_result_text(context, pointer, written, copyBytes);
    if (pointer !== scratch) raw.sqlite3_free(pointer);
  }

  function setNumber(context: number, value: number): void {
    if (Number.isInteger(value) && Number.isSafeInteger(value)) {
      if ((value | 0) === value) raw.sqlite3_result_int(context, value);
      else raw.sqlite3_result_int64(context, BigInt(value));
    } else raw.sqlite3_result_double(context, value);
  }

  function readValue(value: number): Value {
    const type = raw.sqlite3_value_type(value);
    if (type === sqlType.null) return null;
    if (type === sqlType.real) return raw.sqlite3_value_double(value);
    if (type === sqlType.integer) return narrow(raw.sqlite3_value_int64(value));
    const text = raw.sqlite3_value_text(value);
    return readText(sqlite, text, raw.sqlite3_value_bytes(value));
  }

  function readBlob(value: number): Uint8Array {
    const pointer = raw.sqlite3_value_blob(value);
    return wasm.heap8u().slice(pointer, pointer + raw.sqlite3_value_bytes(value));
  }

  return {
    setResult(context, value) {
      if (value === null) raw.sqlite3_result_null(context);
      else if (typeof value === "string") setText(context, value);
      else if (typeof value === "number") setNumber(context, value);
      else if (BigInt.asIntN(64, value) === value) raw.sqlite3_result_int64(context, value);
      else raw.sqlite3_result_double(context, Number(value));
    },
    readValue,
    readArgument: (value) =>
      raw.sqlite3_value_type(value) === sqlType.blob ? readBlob(value) : readValue(value),
  };
}

function narrow(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
