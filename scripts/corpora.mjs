/**
 * `npm run corpora -- [--folder DIR] [--level 2b|compress] [--sample N]`: PDFs of other projects, each appended to a
 * blank page and finished, and other programs' judgement of what comes back: words, page sizes and rotation (poppler),
 * structure (qpdf), conformance (veraPDF), and who else opens what is refused. Without `--folder` the corpora are
 * fetched into `.oracles/corpora`. Results stay in `.oracles/corpora-out`.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { root } from './browser.mjs'
import { home, installOracles } from './oracle-tools.mjs'

const REPOSITORIES = [
  'mozilla/pdf.js',
  'veraPDF/veraPDF-corpus',
  'UglyToad/PdfPig',
  'qpdf/qpdf',
  'py-pdf/pypdf',
  'pdfcpu/pdfcpu',
]
/** So many files are judged by one start of Java. */
const BATCH = 200

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string' },
    level: { type: 'string' },
    sample: { type: 'string' },
    help: { type: 'boolean' },
  },
})

async function main() {
  if (options.help) {
    console.log('npm run corpora -- [--folder DIR] [--level 1a|1b|2b|3b|compress] [--sample N]')
    return
  }
  installOracles()
  const folder = options.folder ?? fetchCorpora()
  const out = path.join(home, 'corpora-out')
  fs.rmSync(out, { recursive: true, force: true })
  fs.mkdirSync(out, { recursive: true })
  const results = await finishAll(sampleOf(pdfsIn(folder)), out)
  reportMerges(results.filter(({ file }) => file))
  if (isLevel()) reportClaims(results.filter(({ file }) => file))
  reportRefusals(results.filter(({ file }) => !file))
}

const isLevel = () => options.level !== undefined && options.level !== 'compress'

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

/** Every n-th file, so that a sample is of all corpora and the same each time. */
function sampleOf(files) {
  const step = options.sample ? Math.max(1, files.length / Number(options.sample)) : 1
  return files.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

/** `file` is what came back; without one there is a `reason`. */
async function finishAll(inputs, out) {
  const { finishWith, blankPdf } = await loadFinishing()
  const raw = await blankPdf([[200, 200]])
  const results = []
  const seconds = process.cpuUsage()
  for (const [index, input] of inputs.entries()) {
    const attachment = {
      name: 'F',
      pointer: '/options/attachments/0',
      bytes: new Uint8Array(fs.readFileSync(input)),
    }
    const plan = {
      attachments: [attachment],
      conform: isLevel() ? { level: options.level } : undefined,
      compress: options.level === 'compress',
    }
    try {
      const { bytes, pages } = await finishWith(raw, plan)
      const file = path.join(out, `${index}.pdf`)
      fs.writeFileSync(file, bytes)
      results.push({ input, file, pages: pages - 1, sizes: [attachment.bytes.length, bytes.length] })
    } catch (error) {
      results.push({ input, reason: error.message, isExpected: error.code !== undefined })
    }
  }
  const { user } = process.cpuUsage(seconds)
  console.log(`${inputs.length} files, ${Math.round(user / 1e6)} s of CPU`)
  return results
}

/** Finishing as the tests in Node have it, bundled: Node does not read the repository's TypeScript. */
async function loadFinishing() {
  const support = path.join(root, 'test/support')
  const bundle = path.join(root, 'node_modules/.corpora.mjs')
  await build({
    stdin: {
      contents: "export { finishWith } from './finishing'; export { blankPdf } from './pdfs'",
      resolveDir: support,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: bundle,
    external: ['@hyzyla/pdfium', '@jsquash/*'],
    define: { 'import.meta.dirname': JSON.stringify(support) },
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
    },
    logLevel: 'error',
  })
  return await import(bundle)
}

function reportMerges(results) {
  const problems = results.flatMap(({ input, file, pages }) => {
    const words = wordsOf(input, 1)
    const found = [
      words && !isEqual(words, wordsOf(file, 2)) && !isLevel() ? 'words differ' : '',
      words && boxesOf(input, 1, pages) !== boxesOf(file, 2, pages) ? 'page sizes or rotation differ' : '',
      qpdfStatus(file) > 0 && qpdfStatus(input) === 0 ? 'qpdf complains' : '',
    ].filter(Boolean)
    return found.map((problem) => ({ input, problem }))
  })
  const [before, after] = [0, 1].map((at) => results.reduce((sum, { sizes }) => sum + sizes[at], 0))
  console.log(`${results.length} finished, ${(after / before).toFixed(3)} of the input's bytes`)
  for (const { input, problem } of problems) console.log(`  ${problem}: ${input}`)
}

/** How often each word stands on the pages from `first` on; undefined if poppler cannot read the file. */
function wordsOf(file, first) {
  const { status, stdout } = spawnSync('pdftotext', ['-f', String(first), '-enc', 'UTF-8', file, '-'], {
    maxBuffer: 1 << 28,
  })
  return status === 0 ? stdout.toString().split(/\s+/).filter(Boolean).sort() : undefined
}

const isEqual = (one, other) => other !== undefined && one.join(' ') === other.join(' ')

function boxesOf(file, first, count) {
  const { stdout } = spawnSync('pdfinfo', [
    '-f',
    String(first),
    '-l',
    String(first + count - 1),
    '-box',
    file,
  ])
  const lines = stdout.toString('latin1').split('\n')
  return lines
    .filter((line) => /^Page +\d+ (?:size|rot|MediaBox|CropBox)/.test(line))
    .map((line) => line.replace(/^Page +\d+/, ''))
    .join('\n')
}

const qpdfStatus = (file) => spawnSync('qpdf', ['--check', file]).status ?? 1

function reportClaims(results) {
  const failed = []
  for (let at = 0; at < results.length; at += BATCH) {
    const files = results.slice(at, at + BATCH).map(({ file }) => file)
    const jar = path.join(home, 'cli-1.30.2.jar')
    const { stdout } = spawnSync('java', ['-jar', jar, '-f', options.level, '--format', 'json', ...files], {
      maxBuffer: 1 << 29,
    })
    for (const job of JSON.parse(stdout.toString()).report.jobs) {
      const verdict = job.validationResult?.[0]
      if (verdict?.compliant) continue
      const rules = verdict?.details.ruleSummaries.filter(({ ruleStatus }) => ruleStatus === 'FAILED') ?? []
      const file = results.find(
        (result) => path.basename(result.file) === path.basename(job.itemDetails.name),
      )
      failed.push(
        `${file?.input}: ${rules.map(({ clause, testNumber }) => `${clause}-${testNumber}`).join(', ') || 'not judged'}`,
      )
    }
  }
  console.log(`${results.length - failed.length} of ${results.length} claims hold`)
  for (const line of failed) console.log(`  ${line}`)
}

function reportRefusals(results) {
  const judged = results.map((result) => ({
    ...result,
    isSound: qpdfStatus(result.input) === 0 && wordsOf(result.input, 1),
  }))
  console.log(
    `${results.length} refused, ${judged.filter(({ isSound }) => isSound).length} of which qpdf and poppler open`,
  )
  const reasons = new Map()
  for (const result of judged) {
    const reason = result.reason.replace(/^The file F /, '').slice(0, 120)
    reasons.set(reason, [...(reasons.get(reason) ?? []), result])
  }
  for (const [reason, files] of [...reasons].sort(([, one], [, other]) => other.length - one.length)) {
    console.log(`  ${files.length} × ${reason}`)
    if (files.some(({ isExpected }) => !isExpected)) console.log('    this is a fault of ours')
  }
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

await main()
