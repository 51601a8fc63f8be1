import { formats } from "./formats.ts";
import { readQuery } from "./query-string.ts";
import type { App } from "./request-context.ts";

/** Ajv as strict as the contract: nothing is coerced, defaulted or dropped, and every problem is told. */
export const ajvOptions = {
  customOptions: {
    removeAdditional: false,
    coerceTypes: false,
    useDefaults: false,
    allErrors: true,
    formats,
    // The schemas are our own, and the test of the OpenAPI document holds them to the same rules.
    validateSchema: false,
  },
  onCreate: compileWhenUsed,
} as const;

type Compile = (schema: object) => Validate;
type Validate = ((data: unknown) => unknown) & { errors?: unknown };

/** A schema's check is the same for every app of a process. */
const known = new WeakMap<object, Validate>();

/** All schemas together take a fifth of a second, which no start should: each is compiled for the first request. */
function compileWhenUsed(ajv: { compile: unknown }): void {
  const compile = (ajv.compile as Compile).bind(ajv);
  ajv.compile = (schema: object): Validate => {
    let compiled: Validate | undefined;
    const validate: Validate = (data) => {
      compiled ??= known.get(schema) ?? compile(schema);
      known.set(schema, compiled);
      const matches = compiled(data);
      validate.errors = compiled.errors;
      return matches;
    };
    return validate;
  };
}

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
