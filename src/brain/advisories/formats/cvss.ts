/** Weights of the base metrics, CVSS v3.1 specification, section 7.4. */
const weights: Record<string, Record<string, number>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};

/** Privileges weigh less where the scope changes. */
const privileges: Record<string, { U: number; C: number }> = {
  N: { U: 0.85, C: 0.85 },
  L: { U: 0.62, C: 0.68 },
  H: { U: 0.27, C: 0.5 },
};

/** The base score of a CVSS 3 vector, section 7.1; null for another version or an incomplete one. */
export function cvssScore(vector: string): number | null {
  if (!/^CVSS:3[.][01]\//.test(vector)) return null;
  const metrics = new Map(vector.split("/").map((part) => part.split(":", 2) as [string, string]));
  const scope = metrics.get("S");
  if (scope !== "U" && scope !== "C") return null;
  const weightOf = (metric: string) => weights[metric]?.[metrics.get(metric) ?? ""] ?? Number.NaN;
  const needed = privileges[metrics.get("PR") ?? ""]?.[scope] ?? Number.NaN;
  const exploitability = 8.22 * weightOf("AV") * weightOf("AC") * needed * weightOf("UI");
  const base = 1 - (1 - weightOf("C")) * (1 - weightOf("I")) * (1 - weightOf("A"));
  const impact = scope === "U" ? 6.42 * base : 7.52 * (base - 0.029) - 3.25 * (base - 0.02) ** 15;
  if (Number.isNaN(impact + exploitability)) return null;
  if (impact <= 0) return 0;
  return roundUp(Math.min((scope === "U" ? 1 : 1.08) * (impact + exploitability), 10));
}

/** To one decimal, without the errors of binary fractions (appendix A). */
function roundUp(score: number): number {
  const whole = Math.round(score * 100_000);
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10;
}
