import { hostAndPort, type LoginTarget, loginTarget } from "./login-target.ts";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

/** Registries whose login is stored in the file, not in a helper. */
export function parseDockerConfig(text: string): LoginTarget[] {
  const config: unknown = JSON.parse(text);
  const registries = isObject(config) && isObject(config.auths) ? Object.entries(config.auths) : [];
  return registries.flatMap(([registry, login]) => {
    if (!isObject(login)) return [];
    const pair = textOf(login.auth);
    if (!pair && !textOf(login.identitytoken) && !textOf(login.password)) return [];
    const [user] = Buffer.from(pair ?? "", "base64")
      .toString("utf8")
      .split(":");
    return [
      loginTarget({
        ...hostAndPort(registry),
        target_user: textOf(login.username) ?? textOf(user),
      }),
    ];
  });
}
