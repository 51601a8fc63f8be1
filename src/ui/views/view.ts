import type { Style } from "../text/style.ts";

export type { Style } from "../text/style.ts";

/** How one kind of result is shown. */
export interface View<T> {
  /** What `--json` prints; the result itself when absent. */
  json?(result: T): unknown;
  /** Lines for people, without a newline at their end. */
  plain(result: T, style: Style): string[];
}
