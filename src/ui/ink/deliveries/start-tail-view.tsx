import type { Delivery } from "../../../contract/webhook.ts";
import type { Style } from "../../text/style.ts";
import { deliveryView } from "../../views/deliveries.ts";
import { mountView } from "../kit/mount.tsx";
import { createViewStore } from "../kit/view-store.ts";
import { LiveDeliveries } from "./LiveDeliveries.tsx";
import type { TailEffect } from "./tail-keys.ts";
import { startTail, withDeliveries, withNote, withRecord } from "./tail-state.ts";

export interface TailViewOptions {
  stdin: NodeJS.ReadStream;
  stream: NodeJS.WriteStream;
  style: Style;
  onQuit(why: "quit" | "interrupt"): void;
  fetchRecord(id: string): Promise<Delivery>;
  /** Queues a replay and returns a message about it. */
  replay(id: string): Promise<string>;
}

export interface TailView {
  /** Shows the latest version of a delivery, with the number of its new attempts. */
  update(delivery: Delivery, attempts: number): void;
  note(text: string | null): void;
  stop(): void;
}

/** Draws deliveries on `stream`, in place; `stop` removes them and gives cursor and keys back. */
export function startTailView(options: TailViewOptions): TailView {
  const { stdin, stream, style } = options;
  const store = createViewStore(startTail());
  const note = (text: string | null) => store.set((state) => withNote(state, text));
  const noteError = (error: unknown) =>
    note(error instanceof Error ? error.message : String(error));
  const onEffect = (effect: TailEffect) => {
    if (effect.type === "quit" || effect.type === "interrupt") return options.onQuit(effect.type);
    const { id } = effect;
    if (effect.type === "replay") return void options.replay(id).then(note, noteError);
    options.fetchRecord(id).then((record) => {
      store.set((state) => withRecord(state, id, (shown) => deliveryView.plain(record, shown)));
    }, noteError);
  };
  let arrived: Delivery[] = [];
  let attempts = 0;
  const view = mountView(
    <LiveDeliveries store={store} style={style} now={Date.now} onEffect={onEffect} />,
    { stream, stdin, colour: style.colour },
  );
  return {
    update(delivery, newAttempts) {
      attempts += newAttempts;
      // A burst is one change: each one copies the list.
      if (arrived.push(delivery) > 1) return;
      store.setSoon((state) => {
        const next = withDeliveries(state, { deliveries: arrived, attempts });
        [arrived, attempts] = [[], 0];
        return next;
      });
    },
    note,
    stop: view.unmount,
  };
}
