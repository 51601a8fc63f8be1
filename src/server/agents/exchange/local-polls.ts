import type { Plan } from "../../../contract/plan.ts";

/** Ends a poll with plans, or without any. */
type EndPoll = (plans: Plan[]) => void;

/** The polls that agents have open at this server. */
export class LocalPolls {
  /** By agent, newest last: an older one may belong to a dead connection. */
  readonly #polls = new Map<string, EndPoll[]>();

  has(agent: string): boolean {
    return this.#polls.has(agent);
  }

  agents(): string[] {
    return [...this.#polls.keys()];
  }

  /** Resolves with what `serve` is called with; empty when `signal` aborts or at `end`. */
  open(agent: string, signal: AbortSignal): Promise<Plan[]> {
    return new Promise((resolve) => {
      const end = (plans: Plan[]) => {
        signal.removeEventListener("abort", onAbort);
        this.#remove(agent, end);
        resolve(plans);
      };
      const onAbort = () => end([]);
      if (signal.aborted) return resolve([]);
      signal.addEventListener("abort", onAbort, { once: true });
      this.#polls.set(agent, [...(this.#polls.get(agent) ?? []), end]);
    });
  }

  /** Ends the agent's newest poll with plans; false if it has none. */
  serve(agent: string, plans: Plan[]): boolean {
    const newest = this.#polls.get(agent)?.at(-1);
    newest?.(plans);
    return newest !== undefined;
  }

  /** Ends the agent's polls without plans. */
  end(agent: string): void {
    for (const end of this.#polls.get(agent) ?? []) end([]);
  }

  #remove(agent: string, end: EndPoll): void {
    const others = this.#polls.get(agent)?.filter((other) => other !== end) ?? [];
    if (others.length > 0) this.#polls.set(agent, others);
    else this.#polls.delete(agent);
  }
}
