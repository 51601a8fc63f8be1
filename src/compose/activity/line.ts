/** One line of the activity log: a sentence for people, and fields for programs that read the log. */
export interface ActivityLine {
  level: "info" | "warn";
  fields: { event: string; [name: string]: unknown };
  text: string;
}
