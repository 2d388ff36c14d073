/** `platen completion`: what a shell offers after Tab. */
import { options, UsageError } from './usage.js'

export const COMMANDS = [
  'pdf',
  'batch',
  'qr',
  'check',
  'dev',
  'mcp',
  'config',
  'completion',
  'version',
  'help',
]
const WORDS = Object.keys(options).map((name) => `--${name}`)

const SHELLS: Record<string, string> = {
  bash: `_platen() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" = 1 ]; then COMPREPLY=($(compgen -W "${COMMANDS.join(' ')}" -- "$word"))
  elif [ "\${word#-}" != "$word" ]; then COMPREPLY=($(compgen -W "${WORDS.join(' ')}" -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _platen platen`,
  zsh: `#compdef platen
_platen() {
  if (( CURRENT == 2 )); then compadd ${COMMANDS.join(' ')}
  elif [[ "$PREFIX" == -* ]]; then compadd -- ${WORDS.join(' ')}
  else _files; fi
}
compdef _platen platen`,
  fish: [
    `complete -c platen -n __fish_use_subcommand -f -a "${COMMANDS.join(' ')}"`,
    ...Object.keys(options).map((name) => `complete -c platen -l ${name}`),
  ].join('\n'),
}

/** The script for a shell: `source <(platen completion bash)`. */
export function completionFor(shell: string | undefined): string {
  const script = shell === undefined ? undefined : SHELLS[shell]
  if (script === undefined) throw new UsageError('platen completion takes bash, zsh or fish.')
  return script
}
