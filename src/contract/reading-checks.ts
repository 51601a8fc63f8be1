import type { Reading } from "./reading.ts";

/** Whether the question is answered, at least in part. */
export function isAnswered({ behaviour }: Reading): boolean {
  return behaviour === "answer" || behaviour === "answer_benign_part";
}

/** Whether the reading has anything to run on hosts. */
export function isRunnable(reading: Reading): boolean {
  return [reading, ...(reading.parts ?? [])].some(
    ({ route, sql, detections, path, posture }) =>
      sql.length > 0 ||
      path !== null ||
      posture === true ||
      (route.includes("detections") && detections.length > 0),
  );
}
