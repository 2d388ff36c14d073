/** What is coloured in code, by language. */

export type Language = {
  words: ReadonlySet<string>
  lineComments: readonly string[]
  blockComments: readonly (readonly [string, string])[]
  /** The longest first. */
  strings: readonly string[]
  /** Whether words have hyphens, whether case counts not, whether `<name` is a tag, whether names before a colon are keys. */
  hyphens?: boolean
  folded?: boolean
  tags?: boolean
  keys?: boolean
}

const C_COMMENTS = { lineComments: ['//'], blockComments: [['/*', '*/']] } as const
const HASH_COMMENTS = { lineComments: ['#'], blockComments: [] } as const
const QUOTES = ['"', "'"]

const C_WORDS =
  'break case char class const continue default do double else enum extern false float for goto if int long return short signed sizeof static struct switch true typedef union unsigned void volatile while'
const OBJECT_WORDS =
  'abstract async await bool boolean byte catch extends final finally implements import instanceof interface internal namespace new null override package private protected public readonly super this throw throws try using var virtual'

const set = (words: string) => new Set(words.split(' '))

const clike: Language = {
  ...C_COMMENTS,
  strings: QUOTES,
  words: set(
    `${C_WORDS} ${OBJECT_WORDS} auto constexpr delete explicit friend inline mutable nullptr operator template typename #include #define #if #ifdef #ifndef #endif string in is out ref sealed val fun when object record`,
  ),
}
const javascript: Language = {
  ...C_COMMENTS,
  strings: [...QUOTES, '`'],
  words: set(
    'abstract any as asserts async await boolean break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof let namespace never new null number object of private protected public readonly return satisfies set static string super switch symbol this throw true try type typeof undefined unknown var void while with yield',
  ),
}
const python: Language = {
  ...HASH_COMMENTS,
  strings: ['"""', "'''", ...QUOTES],
  words: set(
    'False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield',
  ),
}
const shell: Language = {
  ...HASH_COMMENTS,
  strings: QUOTES,
  hyphens: true,
  words: set(
    'alias apt brew case cat cd chmod cp curl declare do docker done echo elif else esac eval exec exit export fi for function git grep if in local make mkdir mv npm npx pip python read return rm sed set shift source sudo then touch trap unset until while yarn',
  ),
}
const json: Language = {
  ...C_COMMENTS,
  strings: ['"'],
  keys: true,
  words: set('true false null'),
}
const yaml: Language = {
  ...HASH_COMMENTS,
  strings: QUOTES,
  keys: true,
  hyphens: true,
  words: set('true false null yes no on off'),
}
const css: Language = {
  lineComments: [],
  blockComments: [['/*', '*/']],
  strings: QUOTES,
  keys: true,
  hyphens: true,
  words: set('@media @page @import @font-face @layer @supports @keyframes @container and not only'),
}
const html: Language = {
  lineComments: [],
  blockComments: [['<!--', '-->']],
  strings: QUOTES,
  tags: true,
  hyphens: true,
  words: new Set(),
}
const sql: Language = {
  lineComments: ['--'],
  blockComments: [['/*', '*/']],
  strings: QUOTES,
  folded: true,
  words: set(
    'add all alter and any as asc begin between bigint boolean by case cast char check column commit conflict constraint create cross current_timestamp database date default delete desc distinct do drop else end exists false foreign from full function grant group having if in index inner insert integer intersect into is join key left like limit not null numeric offset on or order outer over partition primary references returning right rollback row select set smallint table text then timestamp transaction trigger true truncate union unique update using values varchar view when where with',
  ),
}
const go: Language = {
  ...C_COMMENTS,
  strings: [...QUOTES, '`'],
  words: set(
    'any bool break byte case chan const continue default defer else error fallthrough false float64 for func go goto if import int int64 interface iota map nil package range return rune select string struct switch true type uint8 var',
  ),
}
const rust: Language = {
  ...C_COMMENTS,
  strings: ['"'],
  words: set(
    'Err None Ok Option Result Self Some String Vec as async await bool break const continue crate dyn else enum extern f64 false fn for i32 i64 if impl in let loop match mod move mut pub ref return self static str struct super trait true type u32 u64 u8 unsafe use usize where while',
  ),
}
const ruby: Language = {
  ...HASH_COMMENTS,
  strings: QUOTES,
  words: set(
    'alias and begin break case class def do else elsif end ensure false for if in include module new next nil not or private protected public raise redo require require_relative rescue retry return self super then true undef unless until when while yield',
  ),
}
const php: Language = {
  lineComments: ['//', '#'],
  blockComments: [['/*', '*/']],
  strings: QUOTES,
  words: set(
    `${OBJECT_WORDS} array as break case class const continue declare default do echo else elseif enum false fn for foreach function if include isset match require require_once return static string switch trait true use void while yield`,
  ),
}
const toml: Language = { ...HASH_COMMENTS, strings: ['"""', ...QUOTES], words: set('true false') }

const BY_NAME: ReadonlyMap<string, Language | 'diff'> = new Map<string, Language | 'diff'>([
  ...named('c h cpp c++ cc hpp objc java kotlin kt cs csharp c# swift scala dart arduino glsl', clike),
  ...named('js javascript jsx mjs cjs ts typescript tsx', javascript),
  ...named('py python python3 starlark', python),
  ...named('sh bash shell zsh console shell-session dockerfile docker make makefile', shell),
  ...named('json jsonc json5', json),
  ...named('yaml yml', yaml),
  ...named('css scss less', css),
  ...named('html xml svg vue svelte', html),
  ...named('sql postgres postgresql mysql sqlite', sql),
  ...named('go golang', go),
  ...named('rs rust', rust),
  ...named('rb ruby', ruby),
  ...named('php', php),
  ...named('toml ini properties', toml),
  ['diff', 'diff'],
  ['patch', 'diff'],
])

function named(names: string, language: Language): [string, Language][] {
  return names.split(' ').map((name) => [name, language])
}

/** What is known of a language by the first word of a fence's info string. */
export function languageOf(name: string): Language | 'diff' | undefined {
  return BY_NAME.get(name.toLowerCase())
}
