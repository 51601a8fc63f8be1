import { posix, win32 } from "node:path";
import { AppError } from "../../core/errors.ts";
import type { ServiceSpec } from "./types.ts";

const userNames = {
  unix: /^[a-z_][a-z0-9_.-]{0,30}\$?$/i,
  windows: /^[^"/[\]:;|=,+*?<>\p{Cc}]{1,255}$/u,
};

/**
 * Rejects values that no service definition can hold: a line break could inject a directive into a
 * systemd unit, and XML can't represent control characters. Everything else is escaped.
 */
export function checkSpec(spec: ServiceSpec, system: "unix" | "windows"): ServiceSpec {
  const { program, configPath, cacheDir, user } = spec;
  const { isAbsolute } = system === "windows" ? win32 : posix;
  const paths = [program[0], configPath, ...(cacheDir === null ? [] : [cacheDir])];
  for (const path of paths)
    if (!isAbsolute(path)) throw unusable(`The path ${JSON.stringify(path)} is not absolute.`);
  for (const text of [...program, ...paths])
    if (/[\p{Cc}\ufffe\uffff]|\p{Surrogate}/u.test(text))
      throw unusable(`The path ${JSON.stringify(text)} contains a control character.`);
  // The Task Scheduler expands %NAME% in a command and has no escape for a percent sign.
  const percent =
    system === "windows" && [...program, configPath].find((text) => /%.*%/.test(text));
  if (percent) throw unusable(`The path ${JSON.stringify(percent)} contains percent signs.`);
  if (user !== null && !userNames[system].test(user))
    throw unusable(`${JSON.stringify(user)} is not a valid user name.`);
  return spec;
}

function unusable(message: string): AppError {
  return new AppError("usage", message, {
    kind: "usage",
    hint: "A service definition can't represent it; use another value.",
  });
}
