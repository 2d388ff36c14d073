/** The outside programs that judge our files, each as one function: `scripts/oracle-tools.mjs` has installed them. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { MemoryBudget } from '../../src/memory/memory-budget'
import type { Level } from '../../src/pdf/pdfa/level'

const root = path.resolve(import.meta.dirname, '../..')
const home = process.env.PLATEN_ORACLES ?? path.join(root, '.oracles')

/** veraPDF's names of the profiles: PDF/A levels and PDF/UA-1. */
export type Flavour = Level | 'ua1'
/** One rule a file breaks: clause of the standard, number of the test in it, how often, and the first place. */
export type Failure = { clause: string; test: number; count: number; description: string; where: string }
export type Verdict = { file: string; compliant: boolean; failures: Failure[] }

/** An empty folder under `test/out/oracles/` (git-ignored) whose files stay for looking at after the run. */
export function outFolder(name: string): string {
  const folder = path.join(root, 'test/out/oracles', name)
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  return folder
}

/** Writes bytes to `folder/name` and answers the path. */
export function save(folder: string, name: string, bytes: Uint8Array): string {
  const file = path.join(folder, name)
  fs.writeFileSync(file, bytes)
  return file
}

/** The PDFs of other projects that lie in `.oracles/corpus`, by their paths. */
export function corpusFiles(): string[] {
  const folder = path.join(home, 'corpus')
  const files = fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name)))
  return files.filter((file) => /\.pdf$/i.test(file)).sort()
}

/** Judges files (paths) against one profile, all in one call: starting Java costs more than judging. */
export async function veraPdf(files: string[], flavour: Flavour, password = ''): Promise<Verdict[]> {
  if (files.length === 0) return []
  const open = password ? ['--password', password] : []
  const output = await java('cli-1.30.2.jar', ['-f', flavour, '--format', 'json', ...open, ...files], [0, 1])
  return jobsOf(output).map(verdict)
}

/** The jobs of veraPDF's report; an error shows what stands where it is no JSON. */
function jobsOf({ stdout, stderr }: { stdout: string; stderr: string }): VeraReport['report']['jobs'] {
  try {
    return (JSON.parse(stdout) as VeraReport).report.jobs
  } catch (cause) {
    const at = Number(/position (\d+)/.exec(String(cause))?.[1] ?? 0)
    const near = stdout.slice(Math.max(0, at - 300), at + 300)
    throw new Error(`veraPDF's report is no JSON near: ${near}\n${stderr.slice(-1000)}`, { cause })
  }
}

type VeraReport = {
  report: {
    jobs: {
      itemDetails: { name: string }
      validationResult?: { compliant: boolean; details: { ruleSummaries: VeraRule[] } }[]
      taskException?: { exceptionMessage?: string }
    }[]
  }
}
type VeraRule = {
  clause: string
  testNumber: number
  failedChecks: number
  description: string
  ruleStatus: string
  checks: { context: string; errorMessage?: string }[]
}

function verdict(job: VeraReport['report']['jobs'][number]): Verdict {
  const file = path.basename(job.itemDetails.name)
  const result = job.validationResult?.[0]
  if (!result) throw new Error(`veraPDF could not read ${file}: ${JSON.stringify(job.taskException)}`)
  const failures = result.details.ruleSummaries
    .filter((rule) => rule.ruleStatus === 'FAILED')
    .map((rule) => ({
      clause: rule.clause,
      test: rule.testNumber,
      count: rule.failedChecks,
      description: rule.description,
      where: rule.checks[0]?.context ?? '',
    }))
  return { file, compliant: result.compliant, failures }
}

/** `qpdf --check`: structure, cross-references, streams, encryption. `ok` allows no warning. */
export function qpdfCheck(file: string, password = ''): { ok: boolean; report: string } {
  const { status, stdout, stderr } = run('qpdf', ['--check', `--password=${password}`, file], [0, 2, 3])
  return { ok: status === 0, report: stdout.toString() + stderr.toString() }
}

/** Runs qpdf with the given arguments and answers what it prints; a warning (3) passes, an error throws. */
export function qpdf(...args: string[]): string {
  return run('qpdf', args, [0, 3]).stdout.toString()
}

/** The text poppler finds, pages separated by form feeds. */
export function pdfToText(file: string, password = ''): string {
  const open = password ? ['-upw', password] : []
  return run('pdftotext', [...open, '-enc', 'UTF-8', file, '-'], [0]).stdout.toString()
}

/** The words of each page with their boxes in points from its upper left corner, as poppler finds them. */
export function pdfWords(file: string): { text: string; left: number; top: number; bottom: number }[][] {
  const html = run('pdftotext', ['-bbox', '-enc', 'UTF-8', file, '-'], [0]).stdout.toString()
  const word = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="[\d.-]+" yMax="([\d.-]+)">([^<]*)</g
  return html
    .split('<page ')
    .slice(1)
    .map((page) =>
      [...page.matchAll(word)].map(([, left, top, bottom, text = '']) => ({
        text,
        left: Number(left),
        top: Number(top),
        bottom: Number(bottom),
      })),
    )
}

/** The size of each page in points, before rotation, and the rotation in degrees, as poppler reads them. */
export function pdfPages(file: string, password = ''): { width: number; height: number; rotation: number }[] {
  const open = password ? ['-upw', password] : []
  const text = run('pdfinfo', [...open, '-f', '1', '-l', '10000', file], [0]).stdout.toString()
  const rotations = [...text.matchAll(/^Page +\d+ rot: +(\d+)/gm)].map(([, degrees]) => Number(degrees))
  return [...text.matchAll(/^Page +\d+ size: +([\d.]+) x ([\d.]+) pts/gm)].map(
    ([, width, height], index) => ({
      ...{ width: Number(width), height: Number(height), rotation: rotations[index] ?? 0 },
    }),
  )
}

/** Renders pages to PNG beside the file and answers the paths in page order. */
export function pdfToPng(file: string, { dpi = 72, password = '' } = {}): string[] {
  const stem = file.replace(/\.pdf$/, '')
  const open = password ? ['-upw', password] : []
  run('pdftoppm', [...open, '-r', String(dpi), '-png', file, stem], [0])
  const prefix = `${path.basename(stem)}-`
  return fs
    .readdirSync(path.dirname(file))
    .filter((name) => name.startsWith(prefix) && /-\d+\.png$/.test(name.slice(prefix.length - 1)))
    .sort()
    .map((name) => path.join(path.dirname(file), name))
}

/** One page as 8-bit RGB samples, for comparing pixels. */
export function pdfToPixels(file: string, page: number, dpi = 72, options: string[] = []) {
  const only = ['-f', String(page), '-l', String(page), '-singlefile']
  const { stdout } = run('pdftoppm', [...options, ...only, '-r', String(dpi), file], [0])
  const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.subarray(0, 64).toString('latin1'))
  if (!header) throw new Error(`pdftoppm gave no image of page ${page} of ${file}`)
  return { width: Number(header[1]), height: Number(header[2]), data: stdout.subarray(header[0].length) }
}

/** Ghostscript's `/ebook` preset, the size other services settle for. Answers the produced file's path. */
export function ghostscriptEbook(file: string): string {
  const target = file.replace(/\.pdf$/, '.ebook.pdf')
  const preset = ['-sDEVICE=pdfwrite', '-dPDFSETTINGS=/ebook', `-sOutputFile=${target}`]
  run('gs', ['-q', '-dNOPAUSE', '-dBATCH', ...preset, file], [0])
  return target
}

/** Runs Python source in the environment that has factur-x, pikepdf and schemathesis; answers what it prints. */
export function python(source: string, ...args: string[]): string {
  return run(path.join(home, 'python/bin/python'), ['-c', source, ...args], [0]).stdout.toString()
}

/** Starts a script of this folder that answers each line it is sent with one, in order; `end` waits for them all. */
export function pythonLines(script: string): { send(line: string): void; end(): Promise<string[]> } {
  const command = path.join(home, 'python/bin/python')
  const child = spawn(command, ['-B', path.join(import.meta.dirname, script)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  // One that ends early is told by its exit code.
  child.stdin.on('error', () => undefined)
  const closed = once(child, 'close')
  return {
    send: (line) => void child.stdin.write(`${line}\n`),
    async end() {
      child.stdin.end()
      const [code] = await closed
      if (code !== 0) throw new Error(`${script} ended with ${code}`)
      return output.trimEnd().split('\n')
    },
  }
}

/** As many Java programs at once as there are processors; the others wait. */
const lanes = new MemoryBudget(Math.max(1, os.availableParallelism()))

/** Of a short run, most goes into what only a long one gains by: the second compiler, and collectors side by side. */
const JVM = ['-Xmx1g', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']

/**
 * Runs a Java program beside whatever is done meanwhile; answers what it prints. That goes through files: a pipe would
 * hold it up while this process computes.
 */
export async function java(jar: string, args: string[], allowed: number[]) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-java-'))
  const names = ['stdout', 'stderr'].map((name) => path.join(folder, name))
  return await lanes.run(1, async () => {
    const files = names.map((name) => fs.openSync(name, 'w'))
    const child = spawn('java', [...JVM, '-jar', path.join(home, jar), ...args], {
      stdio: ['ignore', ...files],
    })
    const [status] = await once(child, 'close')
    const [stdout = '', stderr = ''] = names.map((name) => fs.readFileSync(name, 'utf8'))
    for (const file of files) fs.closeSync(file)
    fs.rmSync(folder, { recursive: true })
    if (!allowed.includes(status)) throw new Error(`${jar} ended with ${status}: ${stderr}`)
    return { stdout, stderr }
  })
}

function run(command: string, args: string[], allowed: number[]) {
  const result = spawnSync(command, args, { maxBuffer: 1 << 29 })
  if (result.error) throw result.error
  if (result.status === null || !allowed.includes(result.status)) {
    throw new Error(`${path.basename(command)} ended with ${result.status}: ${result.stderr}`)
  }
  return { status: result.status, stdout: result.stdout, stderr: result.stderr }
}
