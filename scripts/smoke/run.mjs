/** The smoke test of a deployed service: its documents, its browser, and how its pages differ from the goldens. */
import { extractText, getDocumentProxy } from 'unpdf'
import { differenceFromGolden, PAGES, SHARE_TOLERANCE, WIDTH } from '../golden-picture.mjs'
import { picturesOf } from '../picture.mjs'
import { smokeDocuments } from './documents.mjs'
import { openService, pause } from './service.mjs'

const CONCURRENCY = 3
/** How long a queued document may take. */
const MAX_TASK_MS = 60_000

/**
 * @typedef {object} SmokeReport
 * @property {number} passed Documents that are right.
 * @property {string[]} failures A line for each that is not.
 * @property {string[]} differences Pages that look otherwise than their goldens; fonts of the browser may be the cause.
 * @property {Record<string, unknown> | undefined} health What each part says, and the version that answered.
 * @property {Record<string, unknown> | undefined} browser Version, guardrails, round trips and limits, as the service measured them.
 * @property {number[]} milliseconds How long each document took, from here.
 */

/**
 * Runs it. Never throws: what cannot be reached is a failure.
 * @param {Parameters<typeof openService>[0]} target
 * @returns {Promise<SmokeReport>}
 */
export async function runSmokeTest(target) {
  const report = /** @type {SmokeReport} */ ({
    passed: 0,
    failures: [],
    differences: [],
    health: undefined,
    browser: undefined,
    milliseconds: [],
  })
  try {
    const service = await openService(target)
    try {
      await askService(service, report)
    } finally {
      await service.close()
    }
  } catch (error) {
    report.failures.push(`${target.url}: ${messageOf(error)}`)
  }
  return report
}

/** @param {import('./service.mjs').Service} service */
async function askService(service, report) {
  report.health = service.health
  for (const [part, state] of Object.entries(service.health.checks ?? {}))
    if (state !== 'ok') report.failures.push(`${part} is ${state}`)
  report.browser = await service.admin('GET', '/browser')
  const templates = await (await service.ask('/v1/templates')).json()
  const waiting = smokeDocuments(templates.map(({ id }) => id))
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await makeDocument(service, next, report)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}

/** Makes one document and adds what came of it to the report. */
async function makeDocument(service, document, report) {
  try {
    const startedAt = performance.now()
    const made = await readDocument(service, document)
    report.milliseconds.push(Math.round(performance.now() - startedAt))
    const wrong = document.check?.(made)
    if (wrong) throw new Error(wrong)
    if (document.template === document.name) report.differences.push(...(await differences(document, made)))
    report.passed++
  } catch (error) {
    report.failures.push(`${document.name}: ${messageOf(error)}`)
  }
}

async function readDocument(service, { path, body, template }) {
  const data = template && (await (await service.ask(`/v1/templates/${template}`)).json()).sample
  const answer = await service.ask(path, { ...body, ...(data && { data }) })
  if (answer.status === 202) return await readMade(await fileOfTask(service, (await answer.json()).task_id))
  return await readMade(answer)
}

/** The file of a queued task, when that has ended. */
async function fileOfTask(service, taskId) {
  const until = Date.now() + MAX_TASK_MS
  for (;;) {
    const task = await (await service.ask(`/v1/status/${taskId}`)).json()
    if (task.status === 'completed') return await service.ask(task.download_url)
    if (task.status === 'failed' || Date.now() > until)
      throw new Error(`its task is ${task.status} ${task.error?.message ?? ''}`)
    await pause(500)
  }
}

/** @returns {Promise<import('./documents.mjs').Made>} */
async function readMade(answer) {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (!answer.ok) throw new Error(`${answer.status} ${Buffer.from(bytes).toString().slice(0, 300)}`)
  const isEncrypted = Buffer.from(bytes).includes('/Encrypt')
  if (!answer.headers.get('content-type')?.includes('pdf') || isEncrypted)
    return {
      headers: answer.headers,
      bytes,
      text: '',
      pages: Number(answer.headers.get('X-Page-Count') ?? 1),
    }
  const pdf = await getDocumentProxy(bytes.slice())
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  return { headers: answer.headers, bytes, text, pages: totalPages }
}

/** Lines on pages that look otherwise than here. */
async function differences({ template: id }, { bytes }) {
  const pictures = await picturesOf(bytes, { width: WIDTH, pages: PAGES })
  return pictures.flatMap((picture, page) => {
    const share = differenceFromGolden({ id }, page, picture)
    if (share !== undefined && share <= SHARE_TOLERANCE) return []
    const told =
      share === undefined ? 'has no golden' : `differs in ${(share * 100).toFixed(2)} % of its pixels`
    return [`${id}, page ${page + 1}: ${told}`]
  })
}

function messageOf(error) {
  const { message, cause } = /** @type {Error} */ (error)
  return cause instanceof Error ? `${message} (${cause.message})` : message
}
