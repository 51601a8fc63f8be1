import { render } from "ink";
import type { Style } from "../../plain/style.ts";
import { type PanelName, sourceOf } from "../../top/panels.ts";
import type { TopNews } from "../../top/top-update.ts";
import { type InkKey, Screen } from "../Screen.tsx";
import { topFrame, topPage } from "./top-frame.ts";
import { pressKey, type TopEffect } from "./top-keys.ts";
import { startTop, type TopState, withNews, withNote, withRecord } from "./top-state.ts";

/** A record, as lines for a style. */
export type RecordLines = (style: Style) => string[];

export interface TopViewOptions {
  stdin: NodeJS.ReadStream;
  stream: NodeJS.WriteStream;
  style: Style;
  server: string;
  /** What was seen before it was drawn. */
  seen: Pick<TopState, "facts" | "problems">;
  onQuit(why: "quit" | "interrupt"): void;
  fetchRecord(panel: PanelName, id: string): Promise<RecordLines>;
}

export interface TopView {
  show(update: TopNews): void;
  note(text: string): void;
  /** Gives the person the screen back as it was. */
  stop(): void;
}

/** Ten frames a second are smooth; laying out one for each delivery would take all time. */
const frameMs = 100;
/** Ages grow even where nothing happens. */
const ageMs = 1_000;

const otherScreen = {
  enter: "\u001b[?1049h\u001b[H",
  leave: "\u001b[?1049l",
  clear: "\u001b[2J\u001b[H",
};

/** Draws an operator's screen on `stream`, in place of what is there, until it is stopped. */
export function startTopView(options: TopViewOptions): TopView {
  const { stdin, stream, server, fetchRecord } = options;
  let state = startTop(server, options.seen);
  let recordLines: RecordLines | undefined;
  let drawn = "";
  let nextFrame: NodeJS.Timeout | undefined;
  stream.write(otherScreen.enter);
  const view = render(null, { stdin, stdout: stream, exitOnCtrlC: false, patchConsole: false });
  // Ink wipes the whole screen before a frame as high as it, which flickers.
  const screen = () => ({
    ...options.style,
    width: stream.columns,
    height: stream.rows - 1,
    nowMs: Date.now(),
  });
  const draw = () => {
    clearTimeout(nextFrame);
    nextFrame = undefined;
    const style = screen();
    if (state.record && recordLines) {
      state = withRecord(state, state.record.id, recordLines({ ...style, maxRows: Infinity }));
    }
    const lines = topFrame(state, style);
    const text = lines.join("\n");
    if (text === drawn) return;
    drawn = text;
    view.rerender(<Screen lines={lines} onKey={onKey} />);
  };
  const soon = () => {
    nextFrame ??= setTimeout(draw, frameMs);
  };
  const set = (next: TopState) => {
    state = next;
    draw();
  };
  const note = (text: string) => set(withNote(state, text, Date.now()));
  const onKey = (input: string, key: InkKey) => {
    const { state: next, effect } = pressKey(state, input, key, topPage(state, screen()));
    if (effect?.type === "open") recordLines = undefined;
    set(next);
    if (effect) carryOut(effect);
  };
  const carryOut = (effect: TopEffect) => {
    if (effect.type !== "open") return options.onQuit(effect.type);
    const { panel, id } = effect;
    const isOpen = () => state.record?.id === id && state.record.panel === panel;
    fetchRecord(panel, id).then(
      (lines) => {
        if (!isOpen()) return;
        recordLines = lines;
        draw();
      },
      (error: unknown) => {
        if (!isOpen()) return;
        // What was fetched before stays; with nothing to show there is nothing open.
        if (!recordLines) state = { ...state, record: null };
        note(error instanceof Error ? error.message : String(error));
      },
    );
  };
  /** An open record is of now, too. */
  const refresh = (news: TopNews) => {
    const { record } = state;
    if (!record || !recordLines) return;
    const { panel, id } = record;
    const concerned =
      news.type === "facts"
        ? news.source === sourceOf(panel)
        : news.type === "delivery" && news.delivery.delivery_id === id;
    if (concerned) carryOut({ type: "open", panel, id });
  };
  const resize = () => {
    stream.write(otherScreen.clear);
    view.clear();
    drawn = "";
    draw();
  };
  const ages = setInterval(soon, ageMs);
  stream.on("resize", resize);
  draw();
  return {
    show: (news) => {
      state = withNews(state, news, Date.now());
      refresh(news);
      soon();
    },
    note,
    stop: () => {
      clearInterval(ages);
      clearTimeout(nextFrame);
      stream.off("resize", resize);
      view.rerender(null);
      view.unmount();
      stream.write(otherScreen.leave);
    },
  };
}
