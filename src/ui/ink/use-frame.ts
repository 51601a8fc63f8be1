import { useEffect, useState } from "react";

/** A number that rises every `intervalMs`, for things that move. */
export function useFrame(intervalMs: number): number {
  const [frame, setFrame] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setFrame((count) => count + 1), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return frame;
}
