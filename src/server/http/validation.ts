import { exceededLimits, type SizedSchema } from "../limits/size-limits.ts";
import { formats } from "./formats.ts";
import { readQuery } from "./query-string.ts";
import type { App } from "./request-context.ts";

/** Strict Ajv options: no coercion, defaults or dropped fields, and every issue is reported. */
export const ajvOptions = {
  customOptions: {
    removeAdditional: false,
    coerceTypes: false,
    useDefaults: false,
    allErrors: true,
    formats,
    // The schemas are part of the program, and the test of the OpenAPI document checks them.
    validateSchema: false,
  },
  onCreate: compileOnFirstUse,
} as const;

type Compile = (schema: object) => Validate;
type Validate = ((data: unknown) => unknown) & { errors?: unknown };

/** Compiled schemas, shared by every app of the process. */
const compiledSchemas = new WeakMap<object, Validate>();

/**
 * Compiling all schemas takes 0.2 s, too long for the start, so each is compiled at its first request.
 * Sizes are checked before a value is validated.
 */
function compileOnFirstUse(ajv: { compile: unknown }): void {
  const compile = (ajv.compile as Compile).bind(ajv);
  ajv.compile = (schema: object): Validate => {
    let compiled: Validate | undefined;
    const validate: Validate = (data) => {
      compiled ??= compiledSchemas.get(schema) ?? compile(schema);
      compiledSchemas.set(schema, compiled);
      const exceeded = exceededLimits(schema as SizedSchema, data);
      const matches = exceeded.length === 0 && compiled(data);
      validate.errors = exceeded.length > 0 ? exceeded : compiled.errors;
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
    // A missing body is validated like an empty object: its required fields are missing.
    if (schema?.body && request.body === undefined) request.body = {};
    done();
  });
}
