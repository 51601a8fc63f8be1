/** A program that looks at the files of this host. */
export interface FileScanner {
  name: string;
  kind: "integrity" | "malware";
  isEffective: boolean;
  /** What runs it, or why it finds nothing. */
  reason: string;
}
