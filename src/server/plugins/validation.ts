import { readQuery } from "../query-string.ts";
import type { App } from "../request-context.ts";
import { formats } from "../validation.ts";

/** Ajv as strict as the contract: nothing is coerced, defaulted or dropped, and every problem is told. */
export const ajvOptions = {
  customOptions: {
    removeAdditional: false,
    coerceTypes: false,
    useDefaults: false,
    allErrors: true,
    formats,
  },
} as const;

export function addValidation(app: App): void {
  app.addHook("preValidation", (request, _reply, done) => {
    const { schema } = request.routeOptions;
    if (schema?.querystring) {
      request.query = readQuery(schema.querystring, request.query as Record<string, unknown>);
    }
    // No body at all is one without its required fields.
    if (schema?.body && request.body === undefined) request.body = {};
    done();
  });
}
