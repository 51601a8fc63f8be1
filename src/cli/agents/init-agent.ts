import type { OfferedPlanKey, SetupAnswers, SetupFile } from "../../compose/agent/init-agent.ts";
import { AppError } from "../../core/errors.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { declined } from "../errors/interrupt.ts";
import { usageError } from "../errors/usage-error.ts";
import { askFor, askSecret, askYesNo } from "../terminal/prompt.ts";
import { readAll } from "../terminal/read-stdin.ts";
import { canPrompt, type Terminal } from "../terminal/terminal.ts";

export interface InitFlags {
  "brain-url"?: string;
  "api-key"?: string;
  "agent-id"?: string;
  tags?: string;
  "plan-key-path"?: string;
  pin: boolean;
  fingerprint?: string;
  "ca-cert"?: string;
  "client-cert"?: string;
  "client-key"?: string;
  output: string;
  force: boolean;
  yes: boolean;
}

/** Writes an agent's config from the flags, prompting for missing values in a terminal. */
export async function initAgent(flags: InitFlags, terminal: Terminal): Promise<SetupFile> {
  const setup = await import("../../compose/agent/init-agent.ts");
  const asks = canPrompt(terminal) && !flags.yes;
  if (setup.isThere(flags.output) && !flags.force && !flags.yes) {
    await allowReplacing(flags.output, asks, terminal);
  }
  const given = await gatherAnswers(flags, { setup, asks, terminal });
  const answers = asks ? await trustAuthority(given, flags.output, { setup, terminal }) : given;
  const planKey = await choosePlanKey(answers, { flags, setup, asks, terminal });
  return setup.writeAgentSetup(flags.output, answers, planKey);
}

async function allowReplacing(path: string, asks: boolean, terminal: Terminal): Promise<void> {
  if (!asks)
    throw usageError(`${path} exists.`, "Replace it with --force, or choose another --output.");
  if (!(await askYesNo(`${path} exists. Replace it?`, false, terminal))) throw declined();
}

interface Parts {
  setup: typeof import("../../compose/agent/init-agent.ts");
  /** Whether there is a person to ask. */
  asks: boolean;
  terminal: Terminal;
}

async function gatherAnswers(
  flags: InitFlags,
  { setup, asks, terminal }: Parts,
): Promise<SetupAnswers> {
  const { "brain-url": url, "api-key": key, "agent-id": id, tags } = flags;
  const canAsk = canPrompt(terminal);
  if (!canAsk && (url === undefined || key === undefined)) {
    throw usageError(
      "An agent needs the server's address and an API key.",
      "Pass --brain-url and --api-key (- reads the key from stdin).",
    );
  }
  const check = (name: "brainUrl" | "apiKey" | "agentId" | "tags") => ({
    validate: (answer: string) => setup.validateAnswer(name, answer),
  });
  const preset = setup.defaultAgentId();
  return {
    brainUrl: url ?? (await askFor("Server address (https://…):", terminal, check("brainUrl"))),
    apiKey: await apiKeyOf(key, terminal, check("apiKey")),
    agentId:
      id ?? (asks ? await askFor("Agent id:", terminal, { ...check("agentId"), preset }) : preset),
    tags:
      tags ??
      (asks ? await askFor("Tags, comma-separated (env=prod,web):", terminal, check("tags")) : ""),
    planKeyPath: flags["plan-key-path"],
    caCert: flags["ca-cert"],
    clientCert: flags["client-cert"],
    clientKey: flags["client-key"],
  };
}

async function apiKeyOf(
  given: string | undefined,
  terminal: Terminal,
  check: { validate: (answer: string) => string | true },
): Promise<string> {
  if (given === undefined) return askSecret("API key (scope agents:connect):", terminal, check);
  return given === "-" ? readAll(terminal.stdin) : given;
}

/** Lets a person trust the authority of a server that this machine doesn't trust. */
async function trustAuthority(
  answers: SetupAnswers,
  output: string,
  { setup, terminal }: Omit<Parts, "asks">,
): Promise<SetupAnswers> {
  const authority = answers.caCert === undefined ? await setup.unknownAuthority(answers) : null;
  if (!authority) return answers;
  terminal.stderr.write(
    `This machine does not trust the authority of the server's certificate, ${escapeControl(authority.subject)}.\n` +
      `Its SHA-256 fingerprint is ${authority.fingerprint}. Compare it with the one of the authority's file: ` +
      "openssl x509 -in FILE -noout -fingerprint -sha256\n",
  );
  if (!(await askYesNo("Trust it for this agent?", false, terminal))) return answers;
  return { ...answers, caCert: setup.saveAuthority(output, authority) };
}

/** The plan key to pin, chosen by --pin, --fingerprint or a person; null for none. */
async function choosePlanKey(
  answers: SetupAnswers,
  { flags, setup, asks, terminal }: Parts & { flags: InitFlags },
): Promise<OfferedPlanKey | null> {
  if (answers.planKeyPath !== undefined) return null;
  if (flags.pin || flags.fingerprint !== undefined) {
    return checked(await setup.fetchOfferedPlanKey(answers), flags.fingerprint);
  }
  if (!asks) return null;
  const offered = await tryOfferedPlanKey(answers, setup, terminal);
  if (!offered) return null;
  terminal.stderr.write(
    `The server signs plans with ${offered.fingerprint}. inquest server prints this fingerprint when it starts.\n`,
  );
  return (await askYesNo("Pin this key?", true, terminal)) ? offered : null;
}

function checked(offered: OfferedPlanKey, fingerprint: string | undefined): OfferedPlanKey {
  if (fingerprint === undefined || fingerprint === offered.fingerprint) return offered;
  throw new AppError(
    "plan_key_mismatch",
    `The server's plan key is ${offered.fingerprint}, not ${fingerprint}.`,
    { hint: "Nothing was written. Check that the address belongs to your server." },
  );
}

/** Returns null with a note when the server can't be reached: the config can be written anyway. */
async function tryOfferedPlanKey(
  answers: SetupAnswers,
  setup: Parts["setup"],
  { stderr }: Terminal,
): Promise<OfferedPlanKey | null> {
  try {
    return await setup.fetchOfferedPlanKey(answers);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "usage") throw error;
    const next = error.hint === undefined ? "" : ` ${error.hint}`;
    stderr.write(`${error.message}${next}\nNo plan key was pinned.\n`);
    return null;
  }
}
