import type { Reading } from "../../../contract/reading.ts";

/** A reading that asks nothing, to be filled in. */
export const emptyReading = (): Reading => ({
  route: [],
  behaviour: "answer",
  text: "",
  confidence: 0,
  detections: [],
  tables: [],
  filters: [],
  aggregate: { type: "none", fields: [] },
  absent: null,
  hosts: [],
  tags: {},
  time_window: null,
  path: null,
  parts: null,
  sql: [],
  merge_sql: null,
  suggestions: [],
});
