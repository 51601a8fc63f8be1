/** The result of checking one part of an agent's setup. */
export interface Check {
  name:
    | "config"
    | "files"
    | "cache_folder"
    | "reach"
    | "tls"
    | "client_certificate"
    | "plan_key"
    | "clock"
    | "api_key";
  /** `skipped`: a check that this one depends on failed. */
  status: "ok" | "warning" | "failed" | "skipped";
  message: string;
  /** What to do; null if nothing. */
  hint: string | null;
}

type Name = Check["name"];

export const ok = (name: Name, message: string): Check => ({
  name,
  status: "ok",
  message,
  hint: null,
});

export const warning = (name: Name, message: string, hint: string): Check => ({
  name,
  status: "warning",
  message,
  hint,
});

export const failed = (name: Name, message: string, hint: string): Check => ({
  name,
  status: "failed",
  message,
  hint,
});

export const skipped = (name: Name, needs: Name): Check => ({
  name,
  status: "skipped",
  message: `Skipped: ${needs} failed.`,
  hint: null,
});
