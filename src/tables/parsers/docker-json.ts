/** An object of the Docker Engine API; fields are checked where they are used. */
export type DockerObject = Record<string, unknown>;

export const isObject = (value: unknown): value is DockerObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): DockerObject => (isObject(value) ? value : {});

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const objectsOf = (value: unknown): DockerObject[] => listOf(value).filter(isObject);

export const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

export const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

/** 1 or 0; NULL when absent. */
export const flagOf = (value: unknown): 1 | 0 | null =>
  typeof value === "boolean" ? (value ? 1 : 0) : null;

/** "a, b", as osquery joins lists. */
export const joinedOf = (value: unknown): string => listOf(value).map(String).join(", ");

/** A container's first name, without the leading slash. */
export const containerName = (container: DockerObject): string | null =>
  textOf(listOf(container.Names)[0])?.replace(/^\//, "") ?? null;

/** An image's digest without its algorithm, in the same form in every table so that they join. */
export const imageId = (value: unknown): string | null =>
  textOf(value)?.replace(/^sha256:/, "") ?? null;
