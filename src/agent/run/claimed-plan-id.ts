/** The id an unverified plan goes by: only to tell its sender which one was refused; "" when it has none. */
export function claimedPlanId(signed: unknown): string {
  try {
    const { payload } = signed as { payload: string };
    const { plan_id } = JSON.parse(Buffer.from(payload, "base64").toString("utf8"));
    return typeof plan_id === "string" ? plan_id.slice(0, 255) : "";
  } catch {
    return "";
  }
}
