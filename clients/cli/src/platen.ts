#!/usr/bin/env node
/** `platen`: documents from the command line. Results go to a file or the output; what is said goes to the error stream. */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { ConnectionError, type Document, Platen, PlatenError } from '../../typescript/src/index.js'
import { save } from '../../typescript/src/node.js'

const EXIT = { refused: 1, usage: 2, unreachable: 3 }

const HELP = `platen pdf <page.html | page.md | -> [-o page.pdf] [--paper A5] [--landscape] [--margin 20mm] [--set name=value]
platen pdf --template invoice/classic [--data data.json | -] [-o invoice.pdf]
platen qr <text> [-o code.png] [--size small|default|big] [--set name=value]
platen check <file.pdf> [--conformance PDF/A-2b]

  -o, --output  the file to write; without it the file goes to the output
  --set         any option of the API, such as --set pdf_format=PDF/A-2b; JSON where it is JSON
  --style       of Markdown: report, letter or manual
  --optimize    repairs what prints badly (goCreditMode)
  --json        prints what was made as JSON; with -o
  PLATEN_URL    the service; default http://127.0.0.1:8787
  PLATEN_KEY    the key
Exit codes: 0 done, 1 refused, 2 used wrongly, 3 not reached or failed.`

class UsageError extends Error {}

const options = {
  output: { type: 'string', short: 'o' },
  paper: { type: 'string' },
  landscape: { type: 'boolean' },
  margin: { type: 'string' },
  template: { type: 'string' },
  data: { type: 'string' },
  style: { type: 'string' },
  size: { type: 'string' },
  conformance: { type: 'string', multiple: true },
  set: { type: 'string', multiple: true },
  optimize: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Given = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values']

try {
  await main(process.argv.slice(2))
} catch (error) {
  const isMisuse =
    error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(isMisuse ? `${(error as Error).message}\n\n${HELP}` : told(error))
  process.exitCode = isMisuse ? EXIT.usage : codeOf(error)
}

async function main(words: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
  const [command, subject, ...more] = positionals
  if (values.help || command === undefined || command === 'help') return console.log(HELP)
  if (more.length > 0) throw new UsageError(`"${more[0]}" is one word too many.`)
  if (command === 'pdf') return await deliver(await makePdf(subject, values), values)
  if (command === 'qr') return await deliver(await makeCode(subject, values), values)
  if (command === 'check') return await check(subject, values)
  throw new UsageError(`There is no command "${command}".`)
}

function service(): Platen {
  const { PLATEN_URL = 'http://127.0.0.1:8787', PLATEN_KEY = '' } = process.env
  if (!PLATEN_KEY) throw new UsageError('Set PLATEN_KEY to your key.')
  if (!/^https?:\/\//.test(PLATEN_URL)) throw new UsageError('PLATEN_URL is an address with https://.')
  return new Platen({ url: PLATEN_URL, key: PLATEN_KEY })
}

async function makePdf(file: string | undefined, given: Given): Promise<Document> {
  const { paper, landscape, margin, optimize = false, template, data } = given
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => [`margin_${side}`, amount(margin)] as const)
  const printing = {
    ...(paper && { paper }),
    ...(landscape && { orientation: 'landscape' }),
    ...(margin && Object.fromEntries(sides)),
    ...settings(given),
  }
  // The service checks them all, and names the right one for a wrong one.
  const request = { options: printing as object, goCreditMode: optimize }
  if (template === undefined)
    return await service().transform({ ...(await sourceOf(file, given)), ...request })
  if (file !== undefined)
    throw new UsageError('A template has no page of its own: give its data with --data.')
  const values = data === undefined ? {} : parseJson(await read(data))
  return await service().generate({ template_id: template, data: values, ...request })
}

/** A file whose name says so is Markdown, and what is given a style. */
async function sourceOf(file: string | undefined, { style }: Given) {
  const text = await read(file)
  if (style === undefined && !/\.(?:md|markdown)$/i.test(file ?? '')) return { html: text }
  return { markdown: text, ...(style && { style: style as 'report' }) }
}

async function makeCode(data: string | undefined, given: Given): Promise<Document> {
  if (data === undefined) throw new UsageError('What should the code say?')
  const request = { data, ...(given.size && { size: given.size }), ...settings(given) }
  return await service().qrcode(request as { data: string })
}

async function check(file: string | undefined, { conformance }: Given): Promise<void> {
  if (file === undefined) throw new UsageError('Which file?')
  const bytes = new Uint8Array(await readFile(file))
  const report = await service().inspect(bytes, conformance ? { conformance: conformance as never } : {})
  console.log(JSON.stringify(report, null, 2))
  const { verdicts } = report.conformance
  if (verdicts.some(({ conforms }) => !conforms)) process.exitCode = EXIT.refused
}

/** To the file that was asked for, else to the output. */
async function deliver(document: Document, { output, json }: Given): Promise<void> {
  const { pages, creditsCharged, creditsLeft, taskId, warnings } = document
  if (warnings) console.error(warnings)
  if (output === undefined) {
    if (json) throw new UsageError('With --json, -o names the file.')
    if (process.stdout.isTTY) throw new UsageError('-o names the file: a terminal cannot show it.')
    return await pipeline(document.body as unknown as AsyncIterable<Uint8Array>, process.stdout)
  }
  await save(document, output)
  const made = {
    file: output,
    pages,
    task_id: taskId,
    credits_charged: creditsCharged,
    credits_left: creditsLeft,
  }
  if (json) console.log(JSON.stringify(made))
  else
    console.error(
      `${output}${pages ? `, ${pages} page${pages === 1 ? '' : 's'}` : ''}, ${creditsCharged} credits`,
    )
}

/** `--set name=value`, as many as there are. */
function settings({ set = [] }: Given): Record<string, unknown> {
  const pairs = set.map((pair) => {
    const at = pair.indexOf('=')
    if (at < 1) throw new UsageError(`--set takes name=value, not "${pair}".`)
    return [pair.slice(0, at), amount(pair.slice(at + 1))] as const
  })
  return Object.fromEntries(pairs)
}

/** A value as JSON if it is JSON, else as text. */
function amount(value: string | undefined): unknown {
  try {
    return JSON.parse(value ?? '')
  } catch {
    return value
  }
}

function parseJson(value: string): Record<string, unknown> {
  try {
    return JSON.parse(value)
  } catch (error) {
    throw new UsageError(`The data is not JSON: ${(error as Error).message}`)
  }
}

async function read(file: string | undefined): Promise<string> {
  if (file === undefined) throw new UsageError('Which page? "-" reads what comes in.')
  return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
}

function told(error: unknown): string {
  if (!(error instanceof PlatenError)) return (error as Error).message
  const faults = error.errors.map(({ pointer, message }) => `\n  ${pointer || 'the request'} ${message}`)
  return `${error.code}: ${error.message}${faults.join('')}`
}

function codeOf(error: unknown): number {
  const failed = error instanceof ConnectionError || (error instanceof PlatenError && error.status >= 500)
  return failed ? EXIT.unreachable : EXIT.refused
}
