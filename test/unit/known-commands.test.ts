/**
 * Commands of the documentation that its blocks do not have, or that cannot run here: each is known, its script, file or
 * subcommand is there, and so is each of its options. Blocks are run by `test/e2e/documented-commands.test.ts`.
 */
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../clients/cli/src/completion'
import { options } from '../../clients/cli/src/usage'
import { commands as operatorCommands } from '../../scripts/platen-commands.mjs'
import { blocksOf, inlineCommandsOf, LEFT_OUT, NOT_RUN, PAGES, ROOT, textOf } from '../support/documented'
import { triesAll } from '../support/runs'

/** Code of two words and more that is no command. */
const NO_COMMANDS = [
  ...['max_batch_size = 1', 'cover page.html', 'no such column', 'smoke test', 'await request.body()'],
  ...["default-src 'none'", "style-src 'self'", 'sandbox allow-scripts'],
  ...['abs append at_least', 'short medium long'],
]

/** Commands that are typed in another test, by the file that has them word for word. */
const TYPED_IN: Record<string, string> = {
  'php invoice.php': 'test/oracles/language-snippets.test.ts',
  'go run invoice.go': 'test/oracles/language-snippets.test.ts',
  'java Invoice.java': 'test/oracles/language-snippets.test.ts',
  'node invoice.mts': 'test/e2e/documented-commands.test.ts',
  'node hello.mts': 'test/oracles/runtimes.test.ts',
  'npx tsx hello.mts': 'test/oracles/runtimes.test.ts',
  'deno run -A hello.mts': 'test/oracles/runtimes.test.ts',
  'bun hello.mts': 'test/oracles/runtimes.test.ts',
  'npx newman run platen.postman_collection.json --env-var url=$URL --env-var key=$KEY':
    'test/oracles/integrations.test.ts',
  "jq -Rs '{html: .}' page.html": 'test/e2e/documented-commands.test.ts',
  'openssl rand -base64 32': 'test/e2e/documented-commands.test.ts',
  'platen pdf page.html -o out.pdf --paper A4 --set margin_top=20mm': 'test/e2e/documented-commands.test.ts',
}

/** Commands that nothing here can run or look up. */
const EXCEPTIONS: Record<string, string> = {
  'chromium --print-to-pdf': 'another program, which Platen is compared with',
  'npx @usebruno/cli import openapi -s $URL/openapi.json -o .':
    'its packages have 300 MB; tried by hand with 4.1.0 on 26 November 2026',
  'n8n import:workflow --input=n8n.json':
    'its packages have 2.5 GB; tried by hand with 2.41.0 on 26 November 2026',
  'docker stop':
    'sends the signal that test/exhaustive-e2e/container.test.ts sends; tried by hand on 26 November 2026',
  'qpdf --qdf': 'another program, whose output is named',
  'git config core.hooksPath .githooks':
    'changes the checkout that it is run in; the folder is looked for below',
  'grep -rn "MAX_.*=" src': 'a search, whose result is for reading',
  'kill -9': 'a signal, which test/exhaustive-e2e/end-start.test.ts sends',
}

type Words = string[]
/** What is wrong with a command of the program, if anything is. */
type Judge = (words: Words, command: string) => string | undefined

const JUDGES: Record<string, Judge> = {
  npm: (words) => faultOfNpm(words),
  npx: ([program = '', ...words], command) =>
    program === 'wrangler' || program === 'platen' ? JUDGES[program]?.(words, command) : 'no test runs it',
  wrangler: (words) => faultOfWrangler(words),
  platen: (words) => faultOfPlaten(words),
  ...Object.fromEntries(
    [...new Set(Object.keys(operatorCommands).map((name) => name.split(' ')[0] ?? ''))].map((name) => [
      name,
      (words: Words) => faultOfOperator([name, ...words]),
    ]),
  ),
  // The three functions of docs/operate/alarms.md.
  operator: ([part = ''], command) => {
    const metric = /platen_\w+/.exec(command)?.[0].replace('platen_', '')
    if (metric !== undefined && !sources('src/metrics').includes(metric)) return `no metric ${metric}`
    return sources('src/routes').includes(`'/${part}'`) || sources('src/routes').includes(`/${part}`)
      ? undefined
      : `no address /admin/v1/${part}`
  },
  log: ([word = '']) => {
    const text = word.replaceAll(/^"event":"|^"purpose":"|"$/g, '').replace(/^\/v1/, '')
    // What befalls browsers is named in one place, of two parts.
    return sources('src').includes(text) || sources('src').includes(`'${text.replace('browser.', '')}'`)
      ? undefined
      : `no line of the log has ${text}`
  },
  database: ([sql = '']) => {
    const database = new DatabaseSync(':memory:')
    database.exec(textOf('schema.sql'))
    try {
      database.prepare(sql).all()
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  },
}

const inline = PAGES.flatMap((page) => inlineCommandsOf(page).map((command) => ({ page, command })))

describe('a command within a sentence', () => {
  it('is known, and what it names is there; another one has its reason', () => {
    const faults = inline.flatMap(({ page, command }) => {
      if (NO_COMMANDS.some((start) => command.startsWith(start))) return []
      if (command in TYPED_IN || command in EXCEPTIONS) return []
      const fault = faultOf(command)
      return fault === undefined ? [] : [`${page}: ${command}: ${fault}`]
    })
    expect(faults).toEqual([])
    expect(inline.length).toBeGreaterThan(150)
  })

  it('is typed in the test that is named for it, and no list has one that no page has', () => {
    const known = inline.map(({ command }) => command)
    for (const [command, file] of Object.entries(TYPED_IN)) {
      expect(known).toContain(command)
      expect(textOf(file), command).toContain(command)
    }
    for (const command of Object.keys(EXCEPTIONS)) expect(known).toContain(command)
    for (const start of NO_COMMANDS) expect(known.filter((one) => one.startsWith(start))).not.toEqual([])
    expect(fs.existsSync(path.join(ROOT, '.githooks'))).toBe(true)
  })
})

describe('a block of commands that is not run', () => {
  const skipped = PAGES.flatMap(blocksOf)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ page, text }) => {
      if (Object.keys(NOT_RUN).some((start) => text.startsWith(start))) return [{ page, text }]
      const lines = text.split('\n').filter((line) => startsAs(line, LEFT_OUT))
      return lines.map((line) => ({ page, text: line }))
    })

  it('names only what is there', () => {
    const commands = skipped.flatMap(({ page, text }) =>
      [...text.replaceAll(/ +#.*$/gm, '').matchAll(/(?<![\w-] )\b(?:npm|npx|platen) [^|;&\n]+/g)].map(
        ([command]) => ({
          page,
          command,
        }),
      ),
    )
    expect(commands.length).toBeGreaterThan(15)
    expect(
      commands.flatMap(({ page, command }) => {
        const fault = faultOf(command)
        return fault === undefined ? [] : [`${page}: ${command}: ${fault}`]
      }),
    ).toEqual([])
  })
})

function faultOf(command: string): string | undefined {
  const [variables = '', rest = ''] = /^((?:[A-Z_]+=\S+ )*)(.*)$/s.exec(command)?.slice(1) ?? []
  for (const [, name = ''] of variables.matchAll(/([A-Z_]+)=/g))
    if (!sources('scripts').includes(name)) return `nothing reads ${name}`
  const [program = '', ...words] = wordsOf(rest)
  const judge = Object.hasOwn(JUDGES, program) ? JUDGES[program] : undefined
  return judge === undefined ? 'no test knows it' : judge(words, rest)
}

/** As a shell would see them. */
function wordsOf(command: string): Words {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  )
}

function faultOfNpm([verb = '', ...words]: Words): string | undefined {
  if (['ci', 'install'].includes(verb)) return undefined
  const [name = '', ...rest] = verb === 'run' ? words : [verb, ...words]
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const script = scripts[name]
  if (script === undefined) return `package.json has no script ${name}`
  if (rest.length > 0 && rest[0] !== '--') return 'npm takes options of a script behind --'
  const given = rest.slice(1)
  if (name === 'platen') return faultOfOperator(given)
  const own = given.filter((word) => !word.startsWith('-'))
  if (name.startsWith('test')) {
    const files = fs.globSync('test/**/*.test.ts', { cwd: ROOT })
    const [filter] = own
    if (filter === undefined || given[0] === '-t' || given[0] === '--project') return undefined
    return files.some((file) => file.includes(filter)) ? undefined : `no test file has ${filter} in its path`
  }
  const file = /\b((?:scripts|bench)\/[\w-]+\.mjs)/.exec(script)?.[1]
  if (file === undefined) return undefined
  // Its options stand in it, or in the files beside it that it is made of.
  const source = [file, ...fs.globSync(`${file.replace('.mjs', '')}/*.mjs`, { cwd: ROOT })].map(textOf).join()
  const unknown = given
    .filter((word) => word.startsWith('--'))
    .find((word) => !source.includes(word.replace(/^--/, '').replace(/=.*/, '')))
  if (unknown !== undefined) return `${file} has no option ${unknown}`
  if (
    file === 'bench/run.mjs' &&
    own[0] !== undefined &&
    fs.globSync(`bench/*${own[0]}*`, { cwd: ROOT }).length === 0
  )
    return `bench has no ${own[0]}`
  return undefined
}

/** Takes a second to load, so its commands are looked up where all is tried. */
const wrangler = triesAll ? (await import('wrangler')).experimental_getWranglerCommands() : undefined

function faultOfWrangler(words: Words): string | undefined {
  if (wrangler === undefined) return undefined
  const { registry, globalFlags } = wrangler
  let node = registry
  const rest = [...words]
  for (let next = node.subtree.get(rest[0] ?? ''); next; next = node.subtree.get(rest[0] ?? '')) {
    node = next
    rest.shift()
  }
  const definition = node.definition as { type?: string; args?: Record<string, object> } | undefined
  if (rest[0] !== undefined && definition?.type !== 'command') return `wrangler has no ${words.join(' ')}`
  const known = new Set([...Object.keys(definition?.args ?? {}), ...Object.keys(globalFlags), 'yes'])
  const flags = rest.filter((word) => word.startsWith('--')).map((word) => word.slice(2).replace(/=.*/, ''))
  const unknown = flags.find((flag) => !known.has(flag))
  return unknown === undefined ? undefined : `wrangler ${words.join(' ')} has no --${unknown}`
}

function faultOfPlaten(words: Words): string | undefined {
  try {
    const { positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const [command = ''] = positionals
    return COMMANDS.includes(command) || words.length === 0 ? undefined : `platen has no command ${command}`
  } catch (error) {
    return (error as Error).message
  }
}

/** `npm run platen`, which pages about it leave out. */
function faultOfOperator(words: Words): string | undefined {
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((one) =>
    Object.hasOwn(operatorCommands, one),
  )
  // A page may name the program alone.
  if (name === undefined) return words.length === 0 ? undefined : 'npm run platen has no such command'
  const { takes = [], options: own = {} } = operatorCommands[name] ?? {}
  const given = words.slice(name.split(' ').length)
  const flags = given.filter((word) => word.startsWith('--')).map((word) => word.slice(2))
  const unknown = flags.find((flag) => !Object.hasOwn(own, flag))
  if (unknown !== undefined) return `${name} has no --${unknown}`
  const plain = given.filter((word, at) => !word.startsWith('--') && !given[at - 1]?.startsWith('--'))
  // A table may name the command alone.
  return given.length === 0 || plain.length === takes.length ? undefined : `${name} takes ${takes.join(' ')}`
}

const read = new Map<string, string>()

/** All source of a folder, for a word that must stand in it. */
function sources(folder: string): string {
  const known = read.get(folder)
  if (known !== undefined) return known
  const files = fs
    .globSync(`${folder}/**/*.{ts,mjs}`, { cwd: ROOT })
    .filter((file) => !file.includes('.data.'))
  const text = files.map(textOf).join('\n')
  read.set(folder, text)
  return text
}

function startsAs(line: string, starts: object): boolean {
  return Object.keys(starts).some((start) => line.startsWith(start))
}
