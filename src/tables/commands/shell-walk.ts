import {
  type Assignment,
  type Case,
  type Command,
  type CommandNode,
  type CompoundList,
  type For,
  type Function as FunctionNode,
  type If,
  type PipelineNode,
  parse,
  type Select,
  type Statement,
  type TestExpression,
  type While,
} from "unbash";
import { negated } from "./file-tests.ts";
import { assigns, builtIn } from "./shell-builtins.ts";
import { printedInput, redirectedInput } from "./shell-input.ts";
import {
  asCondition,
  assign,
  awaitsIn,
  type Certainty,
  certaintyBehind,
  inSubshell,
  least,
  leavable,
  type Outcome,
  passOn,
  type Shell,
  type ShellInput,
  type ShellState,
  stateOf,
  within,
  wordContext,
} from "./shell-state.ts";
import { expandWord, oneWord, type ShellWord } from "./shell-words.ts";

/** Deeper calls, substitutions and sourced files are not followed. */
const maxDepth = 8;
/** Loops within loops have many parts; what is beyond this is not followed. */
const maxParts = 10_000;

interface Walk {
  shell: Shell;
  called: Set<FunctionNode>;
  /** Functions followed where they may not be called: once is enough. */
  calledUnsurely: Set<FunctionNode>;
  /** Parts that were gone through. */
  parts: number;
}

/** Goes through what a shell does with `text`, and has it start each program that it may get to. */
export function walkShell(text: string, shell: Shell): void {
  const walk: Walk = { shell, called: new Set(), calledUnsurely: new Set(), parts: 0 };
  const state = stateOf(shell);
  runText(walk, text, state);
  for (const one of state.functions.values())
    if (!walk.called.has(one)) within(state, "never", (own) => runNode(walk, one.body, own));
}

function runText(walk: Walk, text: string, state: ShellState): Outcome {
  const { commands, errors } = parse(text);
  // A plain shell may stop at what only bash knows, and each shell at a wrong line.
  if (errors?.length || (!walk.shell.isBash && needsBash.test(text))) state.hasEnded = true;
  return runList(walk, commands, state);
}

/** What plain shells lack: `[[ … ]]`, `<<<`, `<(…)`, lists, `((…))`. */
const needsBash =
  /(?:^|[\s;&|!])(?:\[\[\s|\(\()|<<<|[<>]\(|\w=\(|\b(?:coproc\s|select\s+\w+\s+in\b)/;

function runList(walk: Walk, statements: readonly Statement[], state: ShellState): Outcome {
  let outcome: Outcome = true;
  for (const { command, background } of statements) {
    if (background) inSubshell(state, (own) => runAndOr(walk, command, own));
    outcome = background ? true : runAndOr(walk, command, state);
  }
  return outcome;
}

function runAndOr(walk: Walk, command: Statement["command"], state: ShellState): Outcome {
  if (command.type !== "AndOr") return runPipeline(walk, command, state);
  let outcome: Outcome = true;
  for (const [at, one] of command.commands.entries()) {
    const isAnd = at === 0 || command.operators[at - 1] === "&&";
    const isLast = at === command.commands.length - 1;
    const after: Outcome = within(state, certaintyBehind(outcome, isAnd), (own) =>
      asCondition(own, !isLast, () => runPipeline(walk, one, own)),
    );
    if (outcome === isAnd) outcome = after;
    else if (typeof outcome === "string" && at > 0) outcome = null;
  }
  return outcome;
}

function runPipeline(walk: Walk, pipeline: PipelineNode, state: ShellState): Outcome {
  if (pipeline.type !== "Pipeline") return runNode(walk, pipeline, state);
  const isNegated = pipeline.prefixes.some(({ type }) => type === "Negation");
  const outcome = asCondition(state, isNegated, () => runParts(walk, pipeline.commands, state));
  return isNegated ? negated(outcome) : outcome;
}

/** The commands of a pipe, each in a process of its own. */
function runParts(walk: Walk, commands: readonly CommandNode[], state: ShellState): Outcome {
  if (commands.length === 1) return runNode(walk, commands[0]!, state);
  let input: ShellInput | null = null;
  let outcome: Outcome = null;
  for (const command of commands) {
    const piped: ShellInput | null = input;
    input = printedInput(command, contextOf(walk, state), piped);
    outcome = inSubshell(state, (own) => runNode(walk, command, own, piped));
  }
  return outcome;
}

function runNode(
  walk: Walk,
  node: CommandNode | CompoundList,
  state: ShellState,
  piped: ShellInput | null = null,
): Outcome {
  if (++walk.parts > maxParts) return null;
  switch (node.type) {
    case "Command":
      return runCommand(walk, node, state, piped);
    case "Redirected":
      return runNode(walk, node.command, state, piped);
    case "CompoundList":
      return runList(walk, node.commands, state);
    case "BraceGroup":
      return runList(walk, node.body.commands, state);
    case "Subshell":
      return inSubshell(state, (own) => runList(walk, node.body.commands, own));
    case "If":
      return runIf(walk, node, state);
    case "While":
      return runWhile(walk, node, state);
    case "For":
    case "Select":
      return runFor(walk, node, state);
    case "ArithmeticFor":
      leavable(state, () => within(state, "maybe", (own) => runNode(walk, node.body, own)));
      return null;
    case "Case":
      return runCase(walk, node, state);
    case "Function":
      state.functions.set(node.name.value, node);
      return true;
    case "TestCommand":
      return runTest(walk, node.expression, state);
    case "Coproc":
      return inSubshell(state, (own) => runNode(walk, node.body, own));
    default:
      return null;
  }
}

/** `[[ … ]]`, as far as it is what `[` could say as well. */
function runTest(walk: Walk, test: TestExpression, state: ShellState): Outcome {
  const context = contextOf(walk, state);
  const words = (...parts: (string | ShellWord)[]) =>
    parts.map((part) => (typeof part === "string" ? { text: part } : part));
  const run = (...parts: (string | ShellWord)[]) =>
    runWords(walk, words("test", ...parts), state, null);
  switch (test.type) {
    case "TestUnary":
      return run(test.operator, oneWord(test.operand, context));
    case "TestBinary":
      // A pattern on the right is matched, not compared.
      return /[*?[\\]/.test(test.right.text)
        ? null
        : run(oneWord(test.left, context), test.operator, oneWord(test.right, context));
    case "TestNot":
      return test.negations.length % 2
        ? negated(runTest(walk, test.operand, state))
        : runTest(walk, test.operand, state);
    case "TestGroup":
      return runTest(walk, test.expression, state);
    default:
      return null;
  }
}

function runIf(walk: Walk, node: If, state: ShellState): Outcome {
  let rest = certaintyBehind(true, true);
  for (const { clause, then } of [node, ...node.elif]) {
    const outcome = within(state, rest, (own) =>
      asCondition(own, true, () => runNode(walk, clause, own)),
    );
    within(state, least(rest, certaintyBehind(outcome, true)), (own) => runNode(walk, then, own));
    rest = least(rest, certaintyBehind(outcome, false));
  }
  const { else: last } = node;
  if (last) within(state, rest, (own) => runNode(walk, last, own));
  return null;
}

function runWhile(walk: Walk, { kind, clause, body }: While, state: ShellState): Outcome {
  const outcome = asCondition(state, true, () => runNode(walk, clause, state));
  const certainty = certaintyBehind(outcome, kind === "while");
  leavable(state, () => within(state, certainty, (own) => runNode(walk, body, own)));
  if (certainty === "sure") state.hasEnded = true;
  return null;
}

function runFor(walk: Walk, { name, wordlist, body }: For | Select, state: ShellState): Outcome {
  const words = wordlist
    ? wordlist.flatMap((word) => expandWord(word, contextOf(walk, state)))
    : state.parameters.slice(1);
  leavable(state, () => {
    for (const word of words)
      within(state, certaintyOf(word), (own) => {
        assign(own, name.value, word);
        runNode(walk, body, own);
      });
  });
  return null;
}

/** Whether a loop goes over a word: what is not known may be none. */
const certaintyOf = ({ text, isPattern }: ShellWord): Certainty =>
  isPattern ? "named" : text === null ? "maybe" : "sure";

function runCase(walk: Walk, { word, items }: Case, state: ShellState): Outcome {
  const { text } = oneWord(word, contextOf(walk, state));
  let rest = certaintyBehind(true, true);
  for (const { pattern, body } of items) {
    const isMet =
      pattern.some(({ text: one }) => one === "*") ||
      (text !== null && pattern.some((one) => !one.parts && one.value === text));
    const isOpen = text === null || pattern.some((one) => one.parts && one.text !== "*");
    const met = isMet ? "sure" : isOpen ? "maybe" : "never";
    within(state, least(rest, met), (own) => runNode(walk, body, own));
    rest = least(rest, isMet ? "never" : isOpen ? "maybe" : "sure");
  }
  return null;
}

function runCommand(
  walk: Walk,
  command: Command,
  state: ShellState,
  piped: ShellInput | null,
): Outcome {
  const { name, prefix, args, redirects } = command;
  const context = contextOf(walk, state);
  if (name && prefix.some(({ type }) => type === "Assignment"))
    return inSubshell(state, (own) => {
      setAll(walk, prefix, own, true);
      return runCommand(walk, { ...command, name, prefix: [], args, redirects }, own, piped);
    });
  if (!name || assigns.has(name.value))
    setAll(walk, name ? args : prefix, state, name?.value === "export");
  if (!name) return true;
  const words = [
    ...expandWord(name, context),
    ...args.flatMap((part) => (part.type === "Word" ? expandWord(part, context) : [])),
  ];
  if (state.endsOnUnset && words.some(({ text }) => text === null)) state.hasEnded = true;
  const input = redirectedInput(redirects, context) ?? piped;
  const outcome = runWords(walk, words, state, input);
  if (state.endsOnFailure && outcome !== true && !state.isCondition) state.hasEnded = true;
  return outcome;
}

function setAll(
  walk: Walk,
  parts: readonly { type: string }[],
  state: ShellState,
  isPassedOn = false,
): void {
  for (const part of parts) {
    if (part.type !== "Assignment") continue;
    assignFrom(walk, part as Assignment, state);
    if (isPassedOn) passOn(state, (part as Assignment).name);
  }
}

function assignFrom(walk: Walk, { name, value, append }: Assignment, state: ShellState): void {
  const isKnown = value.type === "Word" && !append;
  assign(state, name, isKnown ? oneWord(value, contextOf(walk, state)) : { text: null });
}

function runWords(
  walk: Walk,
  words: ShellWord[],
  state: ShellState,
  input: ShellInput | null,
): Outcome {
  const { shell } = walk;
  const [{ text: name } = { text: null }, ...args] = words;
  if (name === null) return null;
  const called = state.functions.get(name);
  if (called) return call(walk, called, args, state);
  const own = builtIn(name);
  if (own)
    return own(args, {
      shell,
      state,
      input,
      runWords: (inner) => runWords(walk, inner, state, input),
      runLines: (text, at) => deeper(at, () => runText(walk, text, at)),
    });
  const { folder, folders, hasOwnPath, environment } = state;
  const awaits = awaitsIn(state, shell, words);
  return shell.start({ words, input, folder, folders, hasOwnPath, environment, awaits });
}

function call(walk: Walk, called: FunctionNode, args: ShellWord[], state: ShellState): Outcome {
  walk.called.add(called);
  if (awaitsIn(state, walk.shell, args) !== null) {
    if (walk.calledUnsurely.has(called)) return null;
    walk.calledUnsurely.add(called);
  }
  const { parameters } = state;
  state.parameters = [parameters[0] ?? { text: null }, ...args];
  const outcome = deeper(state, () => leavable(state, () => runNode(walk, called.body, state)));
  state.parameters = parameters;
  return outcome;
}

function deeper(state: ShellState, run: () => Outcome): Outcome {
  if (state.depth >= maxDepth) return null;
  state.depth++;
  const outcome = run();
  state.depth--;
  return outcome;
}

const contextOf = (walk: Walk, state: ShellState) =>
  wordContext(state, walk.shell, ({ commands }) =>
    deeper(state, () => inSubshell(state, (own) => runList(walk, commands, own))),
  );
