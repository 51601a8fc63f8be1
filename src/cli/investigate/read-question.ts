import { lastWord, standsForRecord } from "../command-line/id-word.ts";
import { usageError } from "../errors/usage-error.ts";
import { askFor } from "../terminal/prompt.ts";
import { readAll } from "../terminal/read-stdin.ts";
import { canPrompt, type Terminal } from "../terminal/terminal.ts";

/** The question from the arguments, from stdin for `-`, or from a prompt. */
export async function readQuestion(words: string[], terminal: Terminal): Promise<string> {
  const typed = words.join(" ").trim();
  if (typed === "-") return checked(await readAll(terminal.stdin));
  if (words.length > 0) return checked(typed);
  if (!canPrompt(terminal)) return checked("");
  return checked((await askFor("What do you want to know?", terminal)).trim());
}

function checked(question: string): string {
  if (question === "") {
    throw usageError("No question was given.", 'Example: investigate "who can log in as root?"');
  }
  if (!standsForRecord(question)) return question;
  const id = question === "last" ? lastWord : question;
  throw usageError(`"${question}" is not a question.`, `To show an answer: investigate show ${id}`);
}
