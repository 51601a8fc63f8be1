/** The id in an unverified plan, used only to report which plan was refused; "" if it has none. */
export function claimedPlanId(signed: unknown): string {
  try {
    const { payload } = signed as { payload: string };
    const { plan_id } = JSON.parse(Buffer.from(payload, "base64").toString("utf8"));
    return typeof plan_id === "string" ? plan_id.slice(0, 255) : "";
  } catch {
    return "";
  }
}
