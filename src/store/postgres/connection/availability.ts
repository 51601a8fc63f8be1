import { isUnavailable, toStoreError, whyOf } from "./database-errors.ts";

/** Called when the database stops answering, and when it answers again. */
export type OnAvailability = (
  change: { available: false; why: string } | { available: true },
) => void;

/** Connections break one after another: a statement that still succeeds meanwhile doesn't count. */
const settleMs = 500;

/** Follows whether the database can be used, by the outcome of every statement. */
export class Availability {
  readonly #onChange: OnAvailability;
  readonly #onError: (error: unknown) => void;
  #problem: string | null = null;
  /** When a statement last failed, by the monotonic clock. */
  #failedMs = 0;

  constructor(onChange: OnAvailability, onError: (error: unknown) => void) {
    this.#onChange = onChange;
    this.#onError = onError;
  }

  /** Why the database can't be used; null while it can. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Runs statements and throws the driver's errors as those of the store. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.restored();
      return result;
    } catch (error) {
      if (isUnavailable(error)) this.#lost(error);
      throw toStoreError(error);
    }
  }

  /** An error that no caller gets, such as that of an idle connection. */
  report(error: unknown): void {
    if (isUnavailable(error)) this.#lost(error);
    else this.#onError(error);
  }

  /** A statement has succeeded. */
  restored(): void {
    if (this.#problem === null || performance.now() - this.#failedMs < settleMs) return;
    this.#problem = null;
    this.#onChange({ available: true });
  }

  #lost(error: unknown): void {
    // A slow statement fails by itself; others still work.
    if ((error as { code?: unknown }).code === "57014") return;
    this.#failedMs = performance.now();
    const isFirst = this.#problem === null;
    this.#problem = whyOf(error);
    if (isFirst) this.#onChange({ available: false, why: this.#problem });
  }
}
