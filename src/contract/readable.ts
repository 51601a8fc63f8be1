import type { Reading } from "./reading.ts";

/** Whether the question was understood and is one to answer, at least in part. */
export function isAnswered({ behaviour }: Reading): boolean {
  return behaviour === "answer" || behaviour === "answer_benign_part";
}

/** Whether there is something to ask hosts for. */
export function isRunnable(reading: Reading): boolean {
  return [reading, ...(reading.parts ?? [])].some(
    ({ route, sql, detections, path }) =>
      sql.length > 0 || path !== null || (route.includes("detections") && detections.length > 0),
  );
}
