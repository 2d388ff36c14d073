/**
 * `npm run corpora -- [--folder DIR] [--level LEVEL] [--sample N] [--from K] [--ghostscript] [--memory] [--out NAME]`:
 * PDFs of other projects, each appended to a blank page (at level A finished alone), and other programs' judgement of
 * what comes back: words, page sizes and rotation (poppler), structure (qpdf), conformance (veraPDF), likeness (with
 * `compress`), who else opens what is refused, what of it Ghostscript converts, and memory. Without `--folder` the
 * corpora are fetched into `.oracles/corpora`. Results stay in `.oracles/corpora-out`, or in a folder of another name
 * beside it.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { finishAll } from './corpora/finish-all.mjs'
import {
  boxesOf,
  brokenRules,
  convertByGhostscript,
  isClean,
  isSound,
  likeness,
  MIN_LIKENESS,
  repairedCopy,
  wordsOf,
} from './corpora/judge.mjs'
import { home, installOracles } from './oracle-tools.mjs'

const REPOSITORIES = [
  'mozilla/pdf.js',
  'veraPDF/veraPDF-corpus',
  'UglyToad/PdfPig',
  'qpdf/qpdf',
  'py-pdf/pypdf',
  'pdfcpu/pdfcpu',
]
/** The heaviest files that are named. */
const NAMED = 5
/** What one request may take: seconds of CPU, and MB. */
const LIMITS = { seconds: 10, megabytes: 128 }

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string' },
    level: { type: 'string' },
    sample: { type: 'string' },
    from: { type: 'string', default: '0' },
    ghostscript: { type: 'boolean' },
    memory: { type: 'boolean' },
    out: { type: 'string', default: 'corpora-out' },
    help: { type: 'boolean' },
  },
})
const isLevel = options.level !== undefined && options.level !== 'compress'

async function main() {
  if (options.help) {
    console.log(
      'npm run corpora -- [--folder DIR] [--level 1a|1b|2b|3b|compress] [--sample N] [--from K] [--ghostscript] [--memory] [--out NAME]',
    )
    return
  }
  installOracles()
  const folder = options.folder ?? fetchCorpora()
  const out = path.join(home, options.out)
  fs.rmSync(out, { recursive: true, force: true })
  fs.mkdirSync(out, { recursive: true })
  const results = await finishAll(sampleOf(pdfsIn(folder)), out, options.level, { looks: options.memory })
  fs.writeFileSync(path.join(out, 'results.json'), JSON.stringify(results, null, 1))
  const [finished, refused] = [results.filter(({ file }) => file), results.filter(({ file }) => !file)]
  reportWork(results)
  reportMerges(finished, out)
  if (isLevel) reportClaims(finished)
  if (options.level === 'compress') reportLosses(finished)
  reportRefusals(refused)
  if (options.ghostscript) reportGhostscript(results, out)
}

function fetchCorpora() {
  const folder = path.join(home, 'corpora')
  for (const repository of REPOSITORIES) {
    const target = path.join(folder, repository.replace('/', '-'))
    if (fs.existsSync(target)) continue
    run('git', ['clone', '--quiet', '--depth', '1', `https://github.com/${repository}`, target])
  }
  return folder
}

function pdfsIn(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name))
  return files.filter((file) => /\.pdf$/i.test(file) && fs.statSync(file).isFile()).sort()
}

/** Every n-th file, so that a sample is of all corpora and the same each time; `--from` files later for others. */
function sampleOf(files) {
  const step = options.sample ? Math.max(1, files.length / Number(options.sample)) : 1
  const shifted = files.slice(Number(options.from))
  return shifted.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

function reportWork(results) {
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
  console.log(`${results.length} files, ${Math.round(seconds)} s of CPU`)
  for (const [measure, limit] of Object.entries(LIMITS)) {
    if (measure === 'megabytes' && !options.memory) continue
    const above = results.filter((result) => result[measure] > limit).length
    console.log(`${above} files take more than ${limit} ${measure}; those that take most:`)
    const sorted = results.toSorted((one, other) => other[measure] - one[measure])
    for (const result of sorted.slice(0, NAMED))
      console.log(`  ${result[measure].toFixed(1)}: ${result.input}`)
  }
}

function reportMerges(results, out) {
  const counts = { all: 0, words: 0, boxes: 0 }
  const problems = []
  for (const result of results) {
    const { input, file, warnings } = result
    if (isClean(input) && !isClean(file)) problems.push(`qpdf complains: ${input}`)
    const verdict = compare(result, out)
    if (!verdict) continue
    counts.all++
    for (const [aspect, isSame] of Object.entries(verdict)) {
      if (isSame) counts[aspect]++
      else problems.push([`${aspect} differ: ${input}`, ...warnings].join('; '))
    }
  }
  const [was, is] = [0, 1].map((at) => results.reduce((sum, { sizes }) => sum + sizes[at], 0))
  const share = (count) => `${((100 * count) / counts.all).toFixed(2)} %`
  console.log(`${results.length} finished, ${(is / was).toFixed(3)} of the input's bytes`)
  console.log(`of ${counts.all} that poppler reads, ${share(counts.words)} have the same words`)
  console.log(`  and ${share(counts.boxes)} the same boxes and rotation`)
  for (const problem of problems) console.log(`  ${problem}`)
}

/**
 * Whether words, and boxes with rotation, are those of the input as it came or as qpdf mends it; undefined if poppler cannot
 * read it.
 */
function compare({ input, file, pages, before }, out) {
  const words = wordsOf(input)
  if (words === undefined) return undefined
  const [ownWords, ownBoxes] = [wordsOf(file, 1 + before), boxesOf(file, 1 + before, pages)]
  const sameAs = (words, boxes) => ({ words: words === ownWords, boxes: boxes === ownBoxes })
  const verdict = sameAs(words, boxesOf(input, 1, pages))
  if (verdict.words && verdict.boxes) return verdict
  const repaired = repairedCopy(input, path.join(out, 'repaired.pdf'))
  const other = repaired ? sameAs(wordsOf(repaired), boxesOf(repaired, 1, pages)) : verdict
  return { words: verdict.words || other.words, boxes: verdict.boxes || other.boxes }
}

function reportClaims(results) {
  const broken = brokenRules(
    results.map(({ file }) => file),
    options.level,
  )
  console.log(`${results.length - broken.size} of ${results.length} claims hold`)
  for (const { input, file } of results)
    if (broken.has(file)) console.log(`  ${broken.get(file).join(', ')}: ${input}`)
}

/** The blank page in front takes some bytes too. */
const BLANK_PAGE = 1000

function reportLosses(results) {
  const larger = results.filter(({ sizes: [was, is] }) => is > was + BLANK_PAGE)
  console.log(`${larger.length} are larger than they came`)
  for (const { input, sizes } of larger) console.log(`  ${sizes.join(' to ')} bytes: ${input}`)
  // What is lost with a warning, such as the mark of an embedded file, is not lost by compressing.
  const looks = results.map(({ input, file, before, warnings }) => ({
    input,
    decibels: likeness(input, file, before),
    told: warnings.join('; '),
  }))
  const unlike = looks.filter(({ decibels }) => decibels < MIN_LIKENESS)
  console.log(`${unlike.length} of ${looks.length} look otherwise (less than ${MIN_LIKENESS} dB)`)
  for (const { input, decibels, told } of unlike) console.log(`  ${decibels.toFixed(1)} dB: ${input} ${told}`)
}

function reportRefusals(results) {
  const judged = results.map((result) => ({ ...result, isSound: isSound(result.input) }))
  const sound = judged.filter((result) => result.isSound)
  console.log(`${results.length} refused, ${sound.length} of which qpdf and poppler open`)
  const reasons = new Map()
  for (const result of judged) {
    const reason = reasonOf(result)
    reasons.set(reason, [...(reasons.get(reason) ?? []), result])
  }
  for (const [reason, files] of [...reasons].sort(([, one], [, other]) => other.length - one.length)) {
    const names = files.flatMap((one) => (one.isSound ? path.basename(one.input) : []))
    console.log(`  ${files.length} × ${reason}${names.length > 0 ? ` (${names.join(', ')})` : ''}`)
    if (files.some(({ isExpected }) => !isExpected)) console.log('    this is a fault of ours')
  }
}

/** Without what is of one file: its fonts, its pages. */
function reasonOf({ reason, rules = [] }) {
  const [first] = rules
  const text = (first?.rule ? `${first.rule}: ${first.message}` : reason).replace(/^The file F /, '')
  return text
    .replace(/Page \d+ of F \([^()]*\): /, '')
    .replace(/The font \S+ /, 'A font ')
    .slice(0, 160)
}

function reportGhostscript(results, out) {
  const converted = results.flatMap((result, index) => {
    const output = path.join(out, `gs-${index}.pdf`)
    return convertByGhostscript(result.input, output, options.level) ? [{ ...result, output }] : []
  })
  const broken = brokenRules(
    converted.map(({ output }) => output),
    options.level,
  )
  const valid = converted.filter(({ output }) => !broken.has(output))
  const missed = valid.filter(({ file }) => !file)
  const share = (100 * (valid.length - missed.length)) / valid.length
  console.log(
    `of ${valid.length} that Ghostscript converts validly, ${share.toFixed(1)} % are converted; not:`,
  )
  for (const result of missed) console.log(`  ${reasonOf(result)}: ${result.input}`)
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

await main()
