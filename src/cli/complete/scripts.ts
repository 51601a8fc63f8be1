import type { Completion } from "../../ui/views/autocomplete.ts";
import { filesMark } from "./complete.ts";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

// Words are cut at blanks, not as bash cuts them: for it `key=value` is three words, of which
// only the last is replaced. So the part before the last word is removed from the candidates.
const bash = `_inquest() {
  local IFS=$' \\t\\n' line="\${COMP_LINE:0:COMP_POINT}" typed breaks cut value answer
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  typed="\${words[\${#words[@]}-1]}" breaks="\${COMP_WORDBREAKS//[^=:]/}" cut=""
  [[ -n $breaks && $typed == *["$breaks"]* ]] && cut="\${typed%"\${typed##*["$breaks"]}"}"
  COMPREPLY=()
  answer="$(command inquest complete -- "\${words[@]}" 2>/dev/null </dev/null)" || return 0
  if [[ $answer == ${filesMark} ]]; then
    compopt -o default 2>/dev/null
    return 0
  fi
  while IFS=$'\\t' read -r value _; do
    [[ -n $value ]] && COMPREPLY+=("\${value#"$cut"}")
  done <<< "$answer"
  return 0
}
complete -F _inquest inquest investigate
`;

const zsh = `#compdef inquest investigate
_inquest() {
  local answer line
  local -a lines offers
  answer="$(command inquest complete -- "\${(@Q)words[1,CURRENT]}" 2>/dev/null </dev/null)"
  if [[ $answer == ${filesMark} ]]; then
    _files
    return
  fi
  for line in "\${(@f)answer}"; do
    [[ -n $line ]] || continue
    offers+=("\${\${line%%$'\\t'*}//:/\\\\:}\${\${(M)line:#*$'\\t'*}:+:\${line#*$'\\t'}}")
  done
  (( \${#offers} )) && _describe -V inquest offers
}
if [[ \${funcstack[1]} == _inquest ]]; then
  _inquest "$@"
elif (( \${+functions[compdef]} )); then
  compdef _inquest inquest investigate
fi
`;

const fish = `function __inquest_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l answer (command inquest complete -- $words 2>/dev/null </dev/null)
    if test "$answer" = ${filesMark}
        __fish_complete_path (commandline -ct)
    else if test (count $answer) -gt 0
        printf '%s\\n' $answer
    end
end
complete -c inquest -f -k -a '(__inquest_complete)'
complete -c investigate -f -k -a '(__inquest_complete)'
`;

/** The completion script of each shell, for both programs. */
export const scripts: Record<Shell, string> = { bash, zsh, fish };

const startFiles: Record<Shell, string> = {
  bash: "~/.bashrc",
  zsh: "~/.zshrc",
  fish: "~/.config/fish/config.fish",
};

/** Instructions to load the completion in this shell and in new ones. */
export function installLines(shell: Shell): string[] {
  const now =
    shell === "fish"
      ? "inquest autocomplete fish | source"
      : `source <(inquest autocomplete ${shell})`;
  return [
    `For ${shell}, in this shell:`,
    `  ${now}`,
    "and in every new one:",
    `  echo '${now}' >> ${startFiles[shell]}`,
  ];
}

/** The completion for the given shell, or for the person's own; bash if that one isn't supported. */
export function completionOf(named: string | undefined, env: NodeJS.ProcessEnv): Completion {
  const own = env.SHELL?.split("/").at(-1);
  const shell = shells.find((one) => one === (named ?? own)) ?? "bash";
  return { shell, script: scripts[shell], install: installLines(shell) };
}
