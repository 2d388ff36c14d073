/**
 * The source files that a request passes: those of which a function runs for it, once everything is warm. Each function of the
 * bundle is marked with its file. What runs inside the page is not counted. docs/decisions/one-way.md has the result for a
 * document; `ROUTE` and `BODY` name another request.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vitest/node'
import { root } from '../scripts/browser.mjs'
import { bundle } from '../scripts/local.mjs'
import { launchService, pause, table } from './service.mjs'

const { ROUTE = '/v1/transform', BODY = '{"html":"<p>One line of text.</p>"}' } = process.env
const WARM = 10
/** A file counts if each of so many requests passes it, so that what timers do does not. */
const COUNTED = 5
/** Milliseconds for what follows a response; after a rest of half of it, files are told again. */
const AFTER_MS = 2_000
/** The service's log tells a file once for each request. */
const REPORTER = `
  let passedAt = 0
  const passedFiles = new Set()
  function passedFile(file) {
    if (Date.now() - passedAt > ${AFTER_MS / 2}) passedFiles.clear()
    passedAt = Date.now()
    if (passedFiles.has(file)) return
    passedFiles.add(file)
    console.log('passed ' + file)
  }
`

const folder = path.join(root, '.wrangler', `passed-${process.pid}`)
await bundle(folder)
const marked = markFunctions(path.join(folder, 'index.js'))
const service = await launchService({ PLATEN_BUNDLE: folder })
try {
  const key = await service.account({ plan: 'Max', credits: 1_000 })
  for (let count = 0; count < WARM; count++) await send(key)
  let passed = marked.toSorted()
  for (let count = 0; count < COUNTED; count++) {
    const now = await filesOfRequest(key)
    passed = passed.filter((file) => now.has(file))
  }
  const rooms = Map.groupBy(passed, roomOf)
  table(`POST ${ROUTE} passes ${passed.length} of ${marked.length} files with functions`, [
    ['room', 'files', ''],
    ...[...rooms].map(([room, files]) => [
      room,
      String(files.length),
      files.map((file) => path.basename(file, '.ts')).join(' '),
    ]),
  ])
} finally {
  await service.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}

/** The folder in `src` that a file is in, or `src`. */
function roomOf(file) {
  const [, room, name] = file.split('/')
  return name === undefined ? 'src' : room
}

/** The files that one request passes, and what follows it. */
async function filesOfRequest(key) {
  await pause(AFTER_MS)
  const before = service.output().length
  await send(key)
  await pause(AFTER_MS)
  return new Set(
    [
      ...service
        .output()
        .slice(before)
        .matchAll(/^passed (src\/.*)$/gm),
    ].map(([, file]) => file),
  )
}

async function send(key) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const answer = await fetch(service.origin + ROUTE, { method: 'POST', headers, body: BODY })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${ROUTE} returned ${answer.status}`)
}

/** Has each function of our files tell its file. Returns all files that have functions. */
function markFunctions(bundled) {
  const text = fs.readFileSync(bundled, 'utf8')
  // esbuild writes a comment above each file.
  const heads = [...text.matchAll(/^ *\/\/ ([\w./@+-]+\.[cm]?[jt]sx?)$/gm)]
  const fileAt = (offset) => heads.findLast(({ index }) => index <= offset)?.[1] ?? ''
  const functions = functionsIn(parseAst(text)).flatMap((node) => {
    const file = fileAt(node.start)
    return file.startsWith('src/') ? [{ node, mark: `passedFile(${JSON.stringify(file)})`, file }] : []
  })
  const insertions = functions.flatMap(({ node: { body, end }, mark }) => {
    if (body.type === 'BlockStatement') return [{ at: body.start + 1, text: `${mark};` }]
    const arrow = text.lastIndexOf('=>', body.start) + 2
    return [
      { at: arrow, text: `(${mark},` },
      { at: end, text: ')' },
    ]
  })
  let done = 0
  let written = ''
  for (const { at, text: inserted } of insertions.sort((a, b) => a.at - b.at)) {
    written += text.slice(done, at) + inserted
    done = at
  }
  fs.writeFileSync(bundled, REPORTER + written + text.slice(done))
  return [...new Set(functions.map(({ file }) => file))]
}

/** Every function of a syntax tree. */
function functionsIn(tree) {
  const found = []
  const left = [tree]
  while (left.length > 0) {
    const node = left.pop()
    if (Array.isArray(node)) left.push(...node)
    else if (node && typeof node === 'object') {
      if (/Function/.test(node.type ?? '') && node.body) found.push(node)
      left.push(...Object.values(node))
    }
  }
  return found
}
