/** sudo takes no longer ones than 1,024, and statements here none longer than this. */
const maxLength = 1_000;

/** Why a command can't be run that has a regular expression for its path or arguments; null if it can. */
export function patternRefusal(command: string): string | null {
  const patterns = command.match(/(?<=^!*|\s)\^.*?\$(?=\s|$)/g) ?? [];
  return patterns.every(isValid) ? null : "its regular expression is not valid";
}

function isValid(pattern: string): boolean {
  if (pattern.length > maxLength) return false;
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}
