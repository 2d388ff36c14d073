/** `platen pdf`, `qr` and `check`: one document a call. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Document } from '../../typescript/src/index.js'
import { service } from './config.js'
import { asked, askedCode, requireOutput } from './output.js'
import { EXIT, type Given, UsageError } from './usage.js'

export async function makePdf(file: string | undefined, given: Given): Promise<Document> {
  requireOutput(given)
  const { paper, landscape, margin, optimize = false, template, data } = given
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => [`margin_${side}`, amount(margin)] as const)
  const printing = {
    ...(paper && { paper }),
    ...(landscape && { orientation: 'landscape' }),
    ...(margin && Object.fromEntries(sides)),
    ...settings(given),
  }
  // The service checks them all, and names the right one for a wrong one.
  const request = { options: printing as object, goCreditMode: optimize, ...asked(given) }
  if (template === undefined) {
    const source = await sourceOf(file, given)
    const platen = await service(given, 'url' in source ? { page: source.url } : {})
    return await platen.transform({ ...source, ...request })
  }
  if (file !== undefined)
    throw new UsageError('A template has no page of its own: give its data with --data.')
  const values = data === undefined ? {} : await readData(data)
  return await (await service(given)).generate({ template_id: template, data: values, ...request })
}

/** An address is fetched by the service. A file whose name says so is Markdown, and what is given a style. */
async function sourceOf(file: string | undefined, { style, header }: Given) {
  if (file !== undefined && /^https?:\/\//i.test(file)) {
    if (!URL.canParse(file)) throw new UsageError(`"${file}" is no address.`)
    return { url: file, ...(header && { fetch_headers: headersOf(header) }) }
  }
  if (header) throw new UsageError('--header is sent to the address of a page, and this is none.')
  const text = await read(file)
  if (style === undefined && !/\.(?:md|markdown)$/i.test(file ?? '')) return { html: text }
  return { markdown: text, ...(style && { style: style as 'report' }) }
}

/** `--header 'Name: value'`, as many as there are. */
function headersOf(lines: string[]): Record<string, string> {
  const pairs = lines.map((line) => {
    const at = line.indexOf(':')
    if (at < 1) throw new UsageError(`--header takes 'Name: value', not "${line}".`)
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const
  })
  return Object.fromEntries(pairs)
}

export async function makeCode(data: string | undefined, given: Given): Promise<Document> {
  if (data === undefined) throw new UsageError('What should the code say?')
  requireOutput(given)
  const request = { data, ...askedCode(given), ...(given.size && { size: given.size }), ...settings(given) }
  return await (await service(given)).qrcode(request as { data: string })
}

export async function check(file: string | undefined, given: Given): Promise<void> {
  if (file === undefined) throw new UsageError('Which file?')
  const { conformance } = given
  const named = new File([new Uint8Array(await readFile(file))], path.basename(file))
  const platen = await service(given)
  const report = await platen.inspect(named, conformance ? { conformance: conformance as never } : {})
  console.log(JSON.stringify(report, null, 2))
  const { verdicts } = report.conformance
  if (verdicts.some(({ conforms }) => !conforms)) process.exitCode = EXIT.refused
}

/** `--set name=value`, as many as there are. */
export function settings({ set = [] }: Given): Record<string, unknown> {
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

/** The object that `--data` is, or that is in the file it names. */
export async function readData(data: string): Promise<Record<string, unknown>> {
  const text = data.trimStart().startsWith('{') ? data : await read(data)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`The data is not JSON: ${(error as Error).message}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('The data of a template is an object: {"name": …}')
  return value as Record<string, unknown>
}

async function read(file: string | undefined): Promise<string> {
  if (file === undefined) throw new UsageError('Which page? "-" reads what comes in.')
  return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
}
