import { render } from "ink";
import type { Delivery } from "../../contract/webhook.ts";
import type { Style } from "../plain/style.ts";
import { deliveryView } from "../views/deliveries.ts";
import { DeliveryTail } from "./DeliveryTail.tsx";
import { tailPage } from "./tail-frame.ts";
import { type Key, pressKey, type TailEffect } from "./tail-keys.ts";
import { startTail, type TailState, withDeliveries, withNote, withRecord } from "./tail-state.ts";

export interface TailViewOptions {
  stdin: NodeJS.ReadStream;
  stream: NodeJS.WriteStream;
  style: Style;
  onQuit(why: "quit" | "interrupt"): void;
  /** The whole record of a delivery. */
  fetchRecord(id: string): Promise<Delivery>;
  /** Queues a replay; what to tell the person of it. */
  replay(id: string): Promise<string>;
}

export interface TailView {
  /** Deliveries as they are now, with how many attempts of theirs are new. */
  update(delivery: Delivery, attempts: number): void;
  note(text: string | null): void;
  stop(): void;
}

/** Ten frames a second are smooth for a list; laying out one for each delivery would take all time. */
const frameMs = 100;
/** Ages grow even where nothing happens. */
const ageMs = 1_000;

/** Draws deliveries on `stream`, in place; `stop` wipes it and gives cursor and keys back. */
export function startTailView(options: TailViewOptions): TailView {
  const { stdin, stream, style } = options;
  let state = startTail();
  let arrived: Delivery[] = [];
  let attempts = 0;
  let nextFrame: NodeJS.Timeout | undefined;
  // A frame as high as the screen would make Ink wipe the person's history.
  const height = () => stream.rows - 1;
  const view = render(null, { stdin, stdout: stream, exitOnCtrlC: false, patchConsole: false });
  const draw = () => {
    clearTimeout(nextFrame);
    nextFrame = undefined;
    state = withDeliveries(state, { deliveries: arrived, attempts });
    [arrived, attempts] = [[], 0];
    const shown = { ...style, width: stream.columns, nowMs: Date.now() };
    view.rerender(<DeliveryTail state={state} style={shown} height={height()} onKey={onKey} />);
  };
  const soon = () => {
    nextFrame ??= setTimeout(draw, frameMs);
  };
  const set = (next: TailState) => {
    state = next;
    draw();
  };
  const note = (text: string | null) => set(withNote(state, text));
  const onKey = (input: string, key: Key) => {
    const { state: next, effect } = pressKey(state, input, key, tailPage(height()));
    set(next);
    if (effect) carryOut(effect);
  };
  const carryOut = (effect: TailEffect) => {
    if (effect.type === "quit" || effect.type === "interrupt") return options.onQuit(effect.type);
    const { id } = effect;
    const tell = (error: unknown) => note(error instanceof Error ? error.message : String(error));
    if (effect.type === "replay") return void options.replay(id).then(note, tell);
    options.fetchRecord(id).then((record) => set(withRecord(state, id, linesOf(record))), tell);
  };
  const linesOf = (record: Delivery) =>
    deliveryView.plain(record, { ...style, width: stream.columns, nowMs: Date.now() });
  const ages = setInterval(soon, ageMs);
  stream.on("resize", draw);
  draw();
  return {
    update: (delivery, fresh) => {
      arrived.push(delivery);
      attempts += fresh;
      soon();
    },
    note,
    stop: () => {
      clearInterval(ages);
      clearTimeout(nextFrame);
      stream.off("resize", draw);
      // Unmounting draws the last frame once more: an empty one wipes the view.
      view.rerender(null);
      view.unmount();
    },
  };
}
