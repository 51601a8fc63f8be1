import type { Admin } from "../../compose/admin/types.ts";

/** One piece of work in the administration of a data folder. */
export async function withAdmin<T>(
  dataDir: string,
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  const { openAdmin } = await import("../../compose/admin/open-admin.ts");
  return work(await openAdmin(dataDir));
}
