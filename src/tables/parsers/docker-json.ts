import { type JsonObject, listOf, textOf } from "./json-values.ts";

/** A container's first name, without the leading slash. */
export const containerName = (container: JsonObject): string | null =>
  textOf(listOf(container.Names)[0])?.replace(/^\//, "") ?? null;

/** An image's digest without its algorithm, in the same form in every table so that they join. */
export const imageId = (value: unknown): string | null =>
  textOf(value)?.replace(/^sha256:/, "") ?? null;
