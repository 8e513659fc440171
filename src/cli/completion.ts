import type { Command, Option } from 'commander';

/** The shells for which completion exists. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A place in the tree of commands, and what can follow there. */
interface Place {
  /** The words before it: `orders` or `orders push`; empty at the start. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly text: string }[];
  readonly options: readonly { readonly name: string; readonly text: string }[];
  /** The values of options and of the first argument, if they are choices. */
  readonly values: readonly { readonly option: string; readonly words: readonly string[] }[];
  readonly words: readonly string[];
}

/** A script that completes the commands, options and choices of a program in a shell. */
export const completionFor = (program: Command, shell: Shell): string => writers[shell](findPlaces(program));

function findPlaces(program: Command): Place[] {
  const globals = program.options.map(toName);
  const walk = (command: Command, path: readonly string[]): Place[] => [
    {
      path: path.join(' '),
      commands: command.commands.map((one) => ({ name: one.name(), text: one.description() })),
      options: [...(path.length > 0 ? command.options.map(toName) : []), ...globals, { name: '--help', text: 'help' }],
      values: [...command.options, ...program.options].flatMap((option) =>
        option.argChoices ? [{ option: option.long ?? '', words: option.argChoices }] : [],
      ),
      words: command.registeredArguments[0]?.argChoices ?? [],
    },
    ...command.commands.flatMap((one) => walk(one, [...path, one.name()])),
  ];
  return walk(program, []);
}

const toName = ({ long, short, description }: Option) => ({ name: long ?? short ?? '', text: description });

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const getNames = (list: readonly { readonly name: string }[]): string => list.map(({ name }) => name).join(' ');
const paths = (places: readonly Place[]): string =>
  places
    .filter(({ path }) => path !== '')
    .map(({ path }) => quote(path))
    .join('|');

/** A `case` of bash and zsh that sets `found` to what can follow. */
const cases = (places: readonly Place[]): string =>
  places
    .flatMap(({ path, commands, options, values, words }) => [
      ...values.map(
        ({ option, words: choices }) => `    ${quote(`${path}:${option}`)}) found=${quote(choices.join(' '))} ;;`,
      ),
      `    ${quote(`${path}:`)}*) if [[ $current == -* ]]; then found=${quote(getNames(options))}; else found=${quote([getNames(commands), ...words].filter(Boolean).join(' '))}; fi ;;`,
    ])
    .join('\n');

const walkWords = (places: readonly Place[]): string => `    [[ $word == -* ]] && continue
    case "\${place:+$place }$word" in ${paths(places)}) place="\${place:+$place }$word" ;; esac`;

const writers: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash: (places) => `# Completion of shedworks for bash: source it, or save it in /etc/bash_completion.d/shedworks.
_shedworks() {
  local current=\${COMP_WORDS[COMP_CWORD]} place='' word found=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${walkWords(places)}
  done
  case "$place:\${COMP_WORDS[COMP_CWORD-1]}" in
${cases(places)}
  esac
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$found" -- "$current")
}
complete -o default -F _shedworks shedworks
`,
  zsh: (places) => `#compdef shedworks
# Completion of shedworks for zsh: save it as _shedworks in a folder of $fpath.
_shedworks() {
  local current=\${words[CURRENT]} place='' word found=''
  for word in "\${words[@]:1:$((CURRENT - 2))}"; do
${walkWords(places)}
  done
  case "$place:\${words[CURRENT-1]}" in
${cases(places)}
  esac
  if [[ -n $found ]]; then compadd -- \${=found}; else _files; fi
}
compdef _shedworks shedworks
`,
  fish: (places) => `# Completion of shedworks for fish: save it as ~/.config/fish/completions/shedworks.fish.
function __shedworks_place
  set -l place
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    contains -- (string join ' ' $place $word) ${places
      .filter(({ path }) => path !== '')
      .map(({ path }) => quote(path))
      .join(' ')}; and set -a place $word
  end
  string join ' ' $place
end
complete -c shedworks -f -n 'test -z (__shedworks_place)'
${places.map(fishLines).join('\n')}
`,
};

function fishLines({ path, commands, options, values, words }: Place): string {
  const at = `complete -c shedworks -n ${quote(`test "$(__shedworks_place)" = ${quote(path)}`)}`;
  return [
    ...commands.map(({ name, text }) => `${at} -f -a ${quote(name)} -d ${quote(text)}`),
    ...(words.length > 0 ? [`${at} -f -a ${quote(words.join(' '))}`] : []),
    ...options.map(({ name, text }) => {
      const choices = values.find(({ option }) => option === name);
      return `${at} -l ${name.replace(/^--?/, '')} -d ${quote(text)}${choices ? ` -x -a ${quote(choices.words.join(' '))}` : ''}`;
    }),
  ].join('\n');
}
