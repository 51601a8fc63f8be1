import { useInput, useStdin } from "ink";
import type { Style } from "../../text/style.ts";
import { useNow, useScreenSize, useViewStore } from "../kit/hooks.ts";
import type { ViewStore } from "../kit/view-store.ts";
import { recordLines, TopScreen, topPage } from "./TopScreen.tsx";
import { pressKey, type TopEffect } from "./top-keys.ts";
import type { TopState } from "./top-state.ts";

export interface LiveTopProps {
  store: ViewStore<TopState>;
  style: Style;
  now(): number;
  onEffect(effect: TopEffect): void;
}

/** The operator's screen of a server, kept up to date, with its keys. */
export function LiveTop({ store, style, now, onEffect }: LiveTopProps) {
  const state = useViewStore(store);
  const size = useScreenSize();
  const shown = { ...style, width: size.width, nowMs: useNow(now) };
  const { isRawModeSupported } = useStdin();
  useInput(
    (input, key) => {
      const current = store.get();
      const viewport = {
        page: topPage(current, shown, size),
        recordLines: recordLines(current, shown, size.width).length,
      };
      const { state: next, effect } = pressKey(current, input, key, viewport);
      store.set(() => next);
      if (effect) onEffect(effect);
    },
    { isActive: isRawModeSupported },
  );
  return <TopScreen state={state} style={shown} size={size} />;
}
