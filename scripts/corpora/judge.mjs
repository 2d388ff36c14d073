/** What poppler, qpdf, Ghostscript and veraPDF say of a file. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { home } from '../oracle-tools.mjs'

const MAX_OUTPUT = 1 << 29
/** So many files are judged by one start of Java. */
const BATCH = 200

/** Seconds that a program may take for a file: some are made so that readers never end, and others take a minute. */
const PATIENCE = 180

function run(command, args) {
  return spawnSync(command, args, { maxBuffer: MAX_OUTPUT, timeout: PATIENCE * 1000, killSignal: 'SIGKILL' })
}

/** How often each word stands on the pages from `first` on; undefined if poppler cannot read the file. */
export function wordsOf(file, first = 1) {
  const { status, stdout } = run('pdftotext', ['-f', String(first), '-enc', 'UTF-8', file, '-'])
  return status === 0 ? stdout.toString().split(/\s+/).filter(Boolean).sort().join(' ') : undefined
}

/** Sizes, boxes and rotation of so many pages, as poppler lists them. */
export function boxesOf(file, first, count) {
  const pages = ['-f', String(first), '-l', String(first + count - 1)]
  const { stdout } = run('pdfinfo', [...pages, '-box', file])
  const lines = stdout.toString('latin1').split('\n')
  return lines
    .filter((line) => /^Page +\d+ (?:size|rot|MediaBox|CropBox)/.test(line))
    .map((line) => line.replace(/^Page +\d+/, ''))
    .join('\n')
}

/**
 * A copy of a file as qpdf mends it: poppler reads some damaged ones otherwise than other readers. Undefined where qpdf
 * cannot. Leaves the copy at `output`.
 */
export function repairedCopy(input, output) {
  const { status } = run('qpdf', ['--warning-exit-0', input, '--pages', '.', '1-z', '--', output])
  return status === 0 ? output : undefined
}

export const isClean = (file) => run('qpdf', ['--check', file]).status === 0

/** Whether qpdf finds no fault in a file and poppler reads it. */
export const isSound = (file) => isClean(file) && wordsOf(file) !== undefined

/** The rules that files break by veraPDF, by their paths; none of a file that conforms. */
export function brokenRules(files, level) {
  const jar = path.join(home, 'cli-1.30.2.jar')
  const broken = new Map()
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH)
    const { stdout } = spawnSync('java', ['-jar', jar, '-f', level, '--format', 'json', ...batch], {
      maxBuffer: MAX_OUTPUT,
    })
    for (const job of JSON.parse(stdout.toString()).report.jobs) {
      const verdict = job.validationResult?.[0]
      const file = batch.find((one) => path.basename(one) === path.basename(job.itemDetails.name))
      if (!verdict?.compliant) broken.set(file, verdict ? failures(verdict) : ['not judged'])
    }
  }
  return broken
}

function failures({ details }) {
  const failed = details.ruleSummaries.filter(({ ruleStatus }) => ruleStatus === 'FAILED')
  return failed.map(({ clause, testNumber }) => `${clause}-${testNumber}`)
}

/** Pages of one file that are looked at, and the pixels of an inch. */
const MAX_LOOKS = 3
const DPI = 72

/** Decibels below which a loss may be seen. */
export const MIN_LIKENESS = 35

/**
 * The worst likeness of the first pages, in decibels; undefined if poppler cannot draw them, or draws what came otherwise
 * each time.
 */
export function likeness(input, file, before) {
  let worst = Number.POSITIVE_INFINITY
  for (let page = 1; page <= MAX_LOOKS; page++) {
    const [was, is] = [pixelsOf(input, page), pixelsOf(file, page + before)]
    if (!was || !is) return page > 1 ? worst : undefined
    const found = was.length === is.length ? decibels(was, is) : 0
    if (found < MIN_LIKENESS && !pixelsOf(input, page)?.equals(was)) return undefined
    worst = Math.min(worst, found)
  }
  return worst
}

function pixelsOf(file, page) {
  const pages = ['-f', String(page), '-l', String(page)]
  const { status, stdout } = run('pdftoppm', ['-r', String(DPI), ...pages, file])
  return status === 0 && stdout.length > 0 ? stdout : undefined
}

function decibels(was, is) {
  let sum = 0
  for (let at = 0; at < was.length; at++) sum += ((was[at] ?? 0) - (is[at] ?? 0)) ** 2
  return sum === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 ** 2 * was.length) / sum)
}

const PROFILES = ['/usr/share/color/icc/ghostscript/srgb.icc', '/usr/share/color/icc/sRGB.icc']

/** Converts a file to PDF/A by Ghostscript. Returns whether there is a result; veraPDF has to judge it. */
export function convertByGhostscript(input, output, level) {
  const profile = PROFILES.find((one) => fs.existsSync(one))
  const definition = `${output}.ps`
  fs.writeFileSync(
    definition,
    `[/_objdef {icc} /type /stream /OBJ pdfmark [{icc} <</N 3>> /PUT pdfmark [{icc} (${profile}) (r) file /PUT pdfmark
[/_objdef {intent} /type /dict /OBJ pdfmark
[{intent} <</Type/OutputIntent/S/GTS_PDFA1/DestOutputProfile {icc}/OutputConditionIdentifier (sRGB)>> /PUT pdfmark
[{Catalog} <</OutputIntents [{intent}]>> /PUT pdfmark\n`,
  )
  const settings = [`-dPDFA=${level[0]}`, '-dPDFACompatibilityPolicy=1', '-sColorConversionStrategy=RGB']
  const access = [`--permit-file-read=${profile}`, '-sDEVICE=pdfwrite', `-sOutputFile=${output}`]
  const { status } = run('gs', ['-q', '-dBATCH', '-dNOPAUSE', ...settings, ...access, definition, input])
  fs.rmSync(definition)
  return status === 0 && fs.existsSync(output)
}
