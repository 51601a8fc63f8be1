import { useEffect, useState } from "react";
import { Painted } from "./Line.tsx";

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const frameMs = 100;

export function Spinner() {
  const [frame, setFrame] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setFrame((count) => count + 1), frameMs);
    return () => clearInterval(timer);
  }, []);
  return <Painted paints={["cyan"]}>{frames[frame % frames.length]}</Painted>;
}
