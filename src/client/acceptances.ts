import { type Api, pathOf } from "./api.ts";
import type { AcceptanceClient } from "./types.ts";

const acceptances = "/v1/acceptances";

export function acceptanceClient(api: Api): AcceptanceClient {
  return {
    acceptances: (query = {}, call) => api.pages(acceptances, query, call),
    acceptance: (id, call) => api.get(`${acceptances}/${pathOf(id)}`, call),
    createAcceptance: (request, call) => api.post(acceptances, request, call),
    deleteAcceptance: (id, call) => api.delete(`${acceptances}/${pathOf(id)}`, call),
  };
}
