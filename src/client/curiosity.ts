import { type Api, pathOf } from "./api.ts";
import type { CuriosityClient } from "./types.ts";

const curiosity = "/v1/curiosity";

export function curiosityClient(api: Api): CuriosityClient {
  return {
    curiosityItems: (query = {}, call) => api.pages(curiosity, query, call),
    curiosityItem: (id, call) => api.get(`${curiosity}/${pathOf(id)}`, call),
    createCuriosityItem: (request, call) => api.post(curiosity, request, call),
    updateCuriosityItem: (id, patch, call) => api.patch(`${curiosity}/${pathOf(id)}`, patch, call),
    deleteCuriosityItem: (id, call) => api.delete(`${curiosity}/${pathOf(id)}`, call),
  };
}
