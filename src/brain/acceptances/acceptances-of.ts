import { everyPage, type Store } from "../../store/port/store.ts";
import type { AcceptanceRecord } from "../../store/records.ts";

/** Every acceptance of an account, oldest first. */
export async function acceptancesOf(store: Store, account: string): Promise<AcceptanceRecord[]> {
  const acceptances: AcceptanceRecord[] = [];
  for await (const page of everyPage(store, "acceptance", { account })) acceptances.push(...page);
  return acceptances;
}
