/**
 * What more costs: a document by its pages and by the rows of a table, beside the floor; and what is asked of an account by
 * how many tasks and lines of its ledger there are. Written to `docs/performance.md`. `ROUNDS` of each; `TASKS` at the most.
 */
import puppeteer from 'puppeteer-core'
import { askOperator } from '../scripts/ask-operator.mjs'
import { reportOf } from './documents.mjs'
import { post, transform } from './light-client.mjs'
import { report } from './performance-page.mjs'
import { launchService, median, pause, printAtFloor, timed } from './service.mjs'
import { launchWorker } from './worker.mjs'

const rounds = Number(process.env.ROUNDS ?? 5)
const MAX_TASKS = Number(process.env.TASKS ?? 50_000)
const PAGES = [1, 20, 100, 500]
const ROWS = [100, 1000, 5000]
const TASKS = [0, 1000, 10_000, 50_000].filter((count) => count <= MAX_TASKS)
/** Questions of an account, each so many times as a document. */
const QUESTIONS = 20

report('Growth', [
  'Milliseconds of one caller (p50), and of Platen for each page or row.',
  await byDocuments(),
  'What an account with many tasks waits for, in milliseconds (p50): each task is a row of D1, and two lines of the ledger in the object of the account.',
  await byTasks(),
])

async function byDocuments() {
  const service = await launchService({}, { ownState: true })
  const browser = await puppeteer.launch({ executablePath: service.chrome, headless: 'shell' })
  try {
    const key = await service.account({ plan: 'Max', credits: 1_000_000 })
    const kinds = [
      ...PAGES.map((pages) => ({
        name: pages === 1 ? '1 page' : `${pages} pages`,
        parts: pages,
        html: reportOf(pages - 1),
      })),
      ...ROWS.map((rows) => ({ name: `a table of ${rows} rows`, parts: rows, html: tableOf(rows) })),
    ]
    const rows = []
    for (const { name, parts, html } of kinds) {
      const sides = [
        () => transform(service.origin, key, { html }),
        () => transform(service.origin, key, { html, goCreditMode: true }),
        () => printAtFloor(browser, html),
      ]
      const [plain = 0, optimized = 0, floor = 0] = await inTurns(sides)
      rows.push([name, plain, floor, plain / floor, optimized, plain / parts])
    }
    return [['document', 'Platen', 'floor', 'ratio', 'with goCreditMode', 'for each'], ...rows]
  } finally {
    await browser.close()
    await service.stop()
  }
}

/** The median of each side, in milliseconds. */
async function inTurns(sides) {
  const times = sides.map(() => [])
  for (let round = 0; round <= rounds; round++)
    for (const [at, side] of sides.entries()) {
      const ms = await timed(side)
      // The first of each warms it up.
      if (round > 0) times[at]?.push(ms)
      await pause(40)
    }
  return times.map(median)
}

function tableOf(rows) {
  const row = (n) => `<tr><td>${n + 1}<td>An item of the list<td>${n % 7}<td>1,234.00`
  return `<!doctype html><html lang="en"><title>List</title><style>table{width:100%}td{border:1px solid #999}</style><body><h1>List</h1><table><thead><tr><th>No.<th>Item<th>Pieces<th>Price<tbody>${Array.from({ length: rows }, (_, n) => row(n)).join('')}</table>`
}

async function byTasks() {
  const token = crypto.randomUUID().repeat(2)
  const { origin, migrate, stop } = await launchWorker({
    main: 'bench/growth-worker.ts',
    vars: { ADMIN_TOKEN: token },
  })
  try {
    await migrate()
    const plan = { name: 'bench', plan: 'Max', credits: 10_000_000 }
    const { account_id, api_key } = await askOperator(origin, token, '/accounts', plan)
    const headers = { 'X-API-Key': api_key }
    const get = async (address) => {
      const answer = await fetch(origin + address, { headers })
      if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
      return await answer.json()
    }
    let made = 0
    const code = () =>
      post(
        `${origin}/v1/qrcode`,
        { ...headers, 'Content-Type': 'application/json' },
        JSON.stringify({ data: `https://example.com/${made++}` }),
      )
    const questions = [
      code,
      () => get('/v1/tasks?limit=20'),
      () => get('/v1/usage'),
      () => get('/v1/credits'),
    ]
    const rows = []
    for (const [at, count] of TASKS.entries()) {
      await fetch(
        `${origin}/grow?${new URLSearchParams({ account: account_id, key: api_key, tasks: String(count - (TASKS[at - 1] ?? 0)) })}`,
      )
      await pause(5000)
      const times = []
      for (const question of questions) {
        const each = []
        for (let asked = 0; asked < QUESTIONS; asked++) {
          each.push(await timed(question))
          // Who asks at once again waits for its turn.
          await pause(60)
        }
        times.push(median(each))
      }
      rows.push([count, ...times])
    }
    return [['tasks', 'a new QR code', 'the last 20 tasks', 'usage', 'credits'], ...rows]
  } finally {
    await stop()
  }
}
