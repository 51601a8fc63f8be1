import type { Style } from "../../text/style.ts";
import { type PanelName, sourceOf } from "../../top/panels.ts";
import type { TopUpdate } from "../../top/top-update.ts";
import { mountView } from "../kit/mount.tsx";
import type { RecordLines } from "../kit/record.ts";
import { createViewStore } from "../kit/view-store.ts";
import { LiveTop } from "./LiveTop.tsx";
import type { TopEffect } from "./top-keys.ts";
import { startTop, type TopState, withNote, withRecord, withUpdate } from "./top-state.ts";

export interface TopViewOptions {
  stdin: NodeJS.ReadStream;
  stream: NodeJS.WriteStream;
  style: Style;
  server: string;
  /** What was fetched before the view starts. */
  data: Pick<TopState, "facts" | "problems">;
  onQuit(why: "quit" | "interrupt"): void;
  fetchRecord(panel: PanelName, id: string): Promise<RecordLines>;
}

export interface TopView {
  show(update: TopUpdate): void;
  note(text: string): void;
  /** Gives the person's screen back. */
  stop(): void;
}

/** Draws an operator's screen on `stream`, in place of what is there, until it is stopped. */
export function startTopView(options: TopViewOptions): TopView {
  const { stdin, stream, style, server, data, fetchRecord } = options;
  const store = createViewStore(startTop(server, data));
  const note = (text: string) => store.set((state) => withNote(state, text, Date.now()));
  const openRecord = ({ panel, id }: { panel: PanelName; id: string }) => {
    const isOpen = () => {
      const { record } = store.get();
      return record?.id === id && record.panel === panel;
    };
    fetchRecord(panel, id).then(
      (lines) => isOpen() && store.set((state) => withRecord(state, id, lines)),
      (error: unknown) => {
        if (!isOpen()) return;
        // Lines fetched before stay; without any, there is nothing to show.
        store.set((state) => (state.record?.lines ? state : { ...state, record: null }));
        note(error instanceof Error ? error.message : String(error));
      },
    );
  };
  const onEffect = (effect: TopEffect) => {
    if (effect.type === "open") openRecord(effect);
    else options.onQuit(effect.type);
  };
  /** Keeps an open record up to date too. */
  const refreshRecord = (update: TopUpdate) => {
    const { record } = store.get();
    if (record?.lines && concerns(update, record)) openRecord(record);
  };
  const view = mountView(
    <LiveTop store={store} style={style} now={Date.now} onEffect={onEffect} />,
    { stream, stdin, colour: style.colour, fullScreen: true },
  );
  return {
    show(update) {
      store.setSoon((state) => withUpdate(state, update, Date.now()));
      refreshRecord(update);
    },
    note,
    stop: view.unmount,
  };
}

function concerns(update: TopUpdate, { panel, id }: { panel: PanelName; id: string }): boolean {
  if (update.type === "facts") return update.source === sourceOf(panel);
  return update.type === "delivery" && update.delivery.delivery_id === id;
}
