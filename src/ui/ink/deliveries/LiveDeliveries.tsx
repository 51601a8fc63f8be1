import { useInput, useStdin } from "ink";
import type { Style } from "../../text/style.ts";
import { useNow, useScreenSize, useViewStore } from "../kit/hooks.ts";
import type { ViewStore } from "../kit/view-store.ts";
import { DeliveryTail, tailPage } from "./DeliveryTail.tsx";
import { pressKey, type TailEffect } from "./tail-keys.ts";
import type { TailState } from "./tail-state.ts";

export interface LiveDeliveriesProps {
  store: ViewStore<TailState>;
  style: Style;
  now(): number;
  onEffect(effect: TailEffect): void;
}

/** Followed deliveries on the whole screen, with keys to filter, open and replay. */
export function LiveDeliveries({ store, style, now, onEffect }: LiveDeliveriesProps) {
  const state = useViewStore(store);
  const { width, height } = useScreenSize();
  const shown = { ...style, width, nowMs: useNow(now) };
  const { isRawModeSupported } = useStdin();
  useInput(
    (input, key) => {
      const recordLines = store.get().record?.lines?.(shown).length ?? 0;
      const viewport = { page: tailPage(height), recordLines };
      const { state: next, effect } = pressKey(store.get(), input, key, viewport);
      store.set(() => next);
      if (effect) onEffect(effect);
    },
    { isActive: isRawModeSupported },
  );
  return <DeliveryTail state={state} style={shown} height={height} />;
}
