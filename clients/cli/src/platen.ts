#!/usr/bin/env node
/** `platen`: documents from the command line. Results go to a file or the output; what is said goes to the error stream. */
import { parseArgs } from 'node:util'
import { nearestName } from '../../../src/text/nearest-name.js'
import { ConnectionError, PlatenError, TaskFailedError } from '../../typescript/src/index.js'
import manifest from '../package.json' with { type: 'json' }
import { runBatch } from './batch.js'
import { completionFor } from './completion.js'
import { configure } from './config.js'
import { developTemplate } from './dev.js'
import { check, makeCode, makePdf } from './documents.js'
import { stopLocalService } from './local-service.js'
import { bridgeMcp } from './mcp.js'
import { deliver } from './output.js'
import { EXIT, type Given, options, StartError, UsageError } from './usage.js'

const HELP = `platen pdf <page.html | page.md | https://… | -> [-o page.pdf] [--paper A5] [--landscape] [--margin 20mm] [--set name=value]
platen pdf --template invoice/classic [--data data.json | '{…}' | -] [-o invoice.pdf]
platen batch <rows.csv | rows.json> --template invoice/classic [-o folder] [--name '{number}'] [--data common.json]
platen qr <text> [-o code.png] [--size small|default|big] [--set name=value]
platen check <file.pdf> [--conformance PDF/A-2b]
platen dev <template-folder> [--port 4780] [--id my/note]
platen mcp
platen config [url | key | service] [value]
platen completion bash | zsh | fish
platen version

  -o, --output  the file to write, and by its name what it is: .pdf, .png, .jpg, .webp (the first page), .svg (a code);
                without it, or with -, the file goes to the output
  --set         any option of the API, such as --set pdf_format=PDF/A-2b; JSON where it is JSON
  --style       of Markdown: report, letter or manual
  --header      'Name: value', sent to the address of the page, such as a login
  --optimize    repairs what prints badly (goCreditMode)
  --json        prints what was made as JSON; with -o
  --local       starts the service on this machine, which ends with the command: so does a command without
                PLATEN_URL and PLATEN_KEY
  PLATEN_URL    the service; default http://127.0.0.1:8787
  PLATEN_KEY    the key
  PLATEN_SERVICE  the folder of the local service, if the command does not lie in it
Exit codes: 0 done, 1 refused, 2 used wrongly, 3 not reached or failed, 4 a file or port of this machine,
5 the local service did not start, 130 stopped by Ctrl-C.`

const COMMANDS: Record<string, (subject: string | undefined, given: Given, more: string[]) => unknown> = {
  pdf: async (file, given) => await deliver(await makePdf(file, given), given),
  qr: async (data, given) => await deliver(await makeCode(data, given), given),
  check,
  batch: runBatch,
  dev: developTemplate,
  mcp: bridgeMcp,
  config: configure,
  completion: (shell) => console.log(completionFor(shell)),
  version: () => console.log(manifest.version),
}

/** Commands by the names that the API and other programs give them. */
const OTHER_COMMANDS: Readonly<Record<string, string>> = {
  generate: 'pdf --template',
  template: 'pdf --template',
  transform: 'pdf',
  convert: 'pdf',
  render: 'pdf',
  print: 'pdf',
  html: 'pdf',
  qrcode: 'qr',
  inspect: 'check',
  validate: 'check',
  watch: 'dev',
  serve: 'dev',
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  // Who reads no further, such as `head`, has what it wants.
  if ((error as { code?: string }).code === 'EPIPE') process.exit()
  const isMisuse =
    error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(isMisuse ? `${misuse(error as Error)}\n\n${usage(process.argv[2])}` : told(error))
  process.exitCode = isMisuse ? EXIT.usage : codeOf(error)
} finally {
  await stopLocalService()
}

async function main(words: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
  const [command, subject, ...more] = positionals
  if (values.version) return console.log(manifest.version)
  if (values.help || command === undefined || command === 'help') return console.log(HELP)
  if (more.length > (command === 'config' ? 1 : 0)) throw new UsageError(`"${more[0]}" is one word too many.`)
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (!run) throw new UsageError(`There is no command "${command}"${meantBy(command)}`)
  await run(subject, values, more)
}

function meantBy(command: string): string {
  if (Object.hasOwn(OTHER_COMMANDS, command)) return `: it is "platen ${OTHER_COMMANDS[command]}".`
  const near = nearestName(command, Object.keys(COMMANDS))
  return near === undefined ? '.' : `: did you mean "platen ${near}"?`
}

/** Node explains an unknown option at length, and names none that was meant. */
function misuse({ message }: Error): string {
  const [, option] = /^Unknown option '--?([^']+)'/.exec(message) ?? []
  if (option === undefined) return message
  const near = nearestName(option, Object.keys(options))
  return `There is no option --${option}${near === undefined ? '.' : `: did you mean --${near}?`}`
}

/** How a command is typed, if it is one, and where the rest stands. */
function usage(command = ''): string {
  const lines = HELP.split('\n').filter((line) => line.startsWith(`platen ${command} `))
  return [...lines, '"platen help" shows all commands and options.'].join('\n')
}

function told(error: unknown): string {
  const { message, code, path } = error as { message: string; code?: string; path?: string }
  if (code === 'ENOENT' && path) {
    const written = path.replace(/\.[0-9a-f]{8}\.part$/, '')
    if (written !== path) return `There is no folder for ${written}.`
    const isAddress = /^(?:www\.|localhost\b|[\w-]+(?:\.[\w-]+)+\/)/.test(path)
    return `There is no file ${path}.${isAddress ? ` If it is an address: ${path.startsWith('localhost') ? 'http' : 'https'}://${path}` : ''}`
  }
  if (!(error instanceof PlatenError)) return message
  const faults = error.errors.map((fault) => `\n  ${fault.pointer || 'the request'} ${fault.message}`)
  // One alone is the message.
  return `${error.code}: ${faults.length > 1 ? faults.join('') : message}`
}

/** A document that does not end in its time is refused, though its status is 504: another try would take as long. */
function codeOf(error: unknown): number {
  if (error instanceof StartError) return EXIT.notStarted
  const isFailure = error instanceof PlatenError && error.status >= 500 && error.code !== 'render_timeout'
  if (error instanceof ConnectionError || isFailure) return EXIT.unreachable
  return error instanceof PlatenError || error instanceof TaskFailedError ? EXIT.refused : EXIT.local
}
