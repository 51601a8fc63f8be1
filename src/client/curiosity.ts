import type { CuriosityItem, CuriosityPage } from "../contract/curiosity.ts";
import { type Api, pathOf } from "./api.ts";
import { fillCuriosityItem } from "./fill-missing.ts";
import { findInPages } from "./find-in-pages.ts";
import type { Call, CuriosityClient } from "./types.ts";

const curiosity = "/v1/curiosity";

export function curiosityClient(api: Api): CuriosityClient {
  async function* curiosityItems(query = {}, call?: Call) {
    for await (const page of api.pages<CuriosityPage>(curiosity, query, call))
      yield { ...page, items: page.items.map((item) => fillCuriosityItem(item)) };
  }
  return {
    curiosityItems,
    curiosityItem: async (id, call) =>
      fillCuriosityItem(await api.get(`${curiosity}/${pathOf(id)}`, call)),
    createCuriosityItem: async (request, call) =>
      fillCuriosityItem(await api.post(curiosity, request, call), request),
    updateCuriosityItem: async (id, patch, call) => {
      const updated = await api.patch<CuriosityItem>(`${curiosity}/${pathOf(id)}`, patch, call);
      if (updated?.id !== undefined) return fillCuriosityItem(updated);
      // The contract doesn't define the response; the list has the record.
      const listed = await findInPages(curiosityItems({}, call), ({ items }) =>
        items.find((item) => item.id === id),
      );
      return listed ?? fillCuriosityItem(updated, { id, ...patch });
    },
    runCuriosityItem: (id, call) => api.post(`${curiosity}/${pathOf(id, "runs")}`, undefined, call),
    deleteCuriosityItem: (id, call) => api.delete(`${curiosity}/${pathOf(id)}`, call),
  };
}
