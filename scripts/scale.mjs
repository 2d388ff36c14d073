/**
 * `npm run scale`: computes what documents cost and which limit comes first, from the figures that tests count
 * (`scale-figures.json`), and writes the tables into docs/operate/scale.md.
 */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './browser.mjs'
import counted from './scale-figures.json' with { type: 'json' }

/** Cloudflare's public prices of 2026 in dollars, a million each where nothing else is said. */
const PRICE = {
  row: 1,
  objectCall: 0.15,
  objectGigabyteSecond: 12.5,
  request: 0.3,
  cpuMillisecond: 0.02,
  logEvent: 0.6,
  fileWrite: 4.5,
  /** A month. */
  fileGigabyte: 0.015,
  queueOperation: 0.4,
  /** One hour of one browser. */
  browserHour: 0.09,
}

/** What no test counts: `logEvents` were counted on a running service, `calls` follow from the code, the rest is assumed. */
const WORK = {
  synchronous: { calls: 5, logEvents: 1, fileWrites: 1, queued: 0, messages: 0, cpuMs: 60 },
  queued: { calls: 7, logEvents: 2, fileWrites: 2, queued: 1, messages: 1, cpuMs: 70 },
  notified: { calls: 12, logEvents: 3, fileWrites: 2, queued: 2, messages: 2, cpuMs: 80 },
}
/** Seconds of a browser's slot, slots of a browser and of a dispatcher, and the share of them in use. */
const SLOT = { seconds: 0.7, ofBrowser: 4, ofDispatcher: 10, inUse: 0.6 }
const FILE = { gigabytes: 50e-6, months: 7 / 30 }
const OBJECT_GIGABYTES = 0.125
/** A dispatcher writes work down and deletes it. */
const ROWS_OF_DISPATCHER = 2
/** A message is written, read and deleted. */
const OPERATIONS_OF_MESSAGE = 3
const SECONDS_OF_MONTH = 2_628_000
const D1_TRANSACTIONS = 1000
const DATABASE_BYTES = 10e9
/** Its row and its lines of the ledger: 584 were measured of ten million synchronous tasks, and queued ones have more. */
const BYTES_OF_TASK = 686
const NEW_SESSIONS_A_SECOND = 3
const [, RENDERS_PER_BROWSER = ''] =
  /^POOL_RENDERS_PER_BROWSER = "(\d+)"/m.exec(fs.readFileSync(path.join(root, 'wrangler.toml'), 'utf8')) ?? []
/** As `GATHER_MS.ended`. */
export const GATHER_SECONDS = 600
/** The sweep's rounds of a minute, and tasks in each (`src/queue/sweep.ts`). */
export const PURGED_A_MINUTE = 60 * 2000

const KINDS = /** @type {const} */ (['synchronous', 'queued', 'notified'])

/** Dollars for a thousand documents of a kind, by item. */
function itemsOf(kind) {
  const { accountRows, alarms, d1Rows } = counted[kind]
  const { calls, logEvents, fileWrites, queued, messages, cpuMs } = WORK[kind]
  const thousandth = 1e-3
  // An object is paid for while it is awake, whatever it does: the pool's with its browser, a dispatcher's with its work.
  const awake =
    SLOT.seconds / SLOT.ofBrowser / SLOT.inUse +
    (queued > 0 ? SLOT.seconds + SLOT.seconds / SLOT.ofDispatcher / SLOT.inUse : 0)
  return {
    'rows of account objects, alarms included': thousandth * PRICE.row * (accountRows + alarms),
    'rows of dispatchers': thousandth * PRICE.row * ROWS_OF_DISPATCHER * queued,
    'rows of D1': thousandth * PRICE.row * d1Rows,
    browsers: 1000 * browserDollars(SLOT.seconds / SLOT.ofBrowser / SLOT.inUse),
    logs: thousandth * PRICE.logEvent * logEvents,
    'files: writes, and 50 KB for 7 days':
      thousandth * PRICE.fileWrite * fileWrites + 1000 * PRICE.fileGigabyte * FILE.gigabytes * FILE.months,
    'requests and processor time of the Worker': thousandth * (PRICE.request + PRICE.cpuMillisecond * cpuMs),
    'calls and duration of objects':
      thousandth * (PRICE.objectCall * calls + PRICE.objectGigabyteSecond * OBJECT_GIGABYTES * awake),
    queues: thousandth * PRICE.queueOperation * OPERATIONS_OF_MESSAGE * messages,
  }
}

const browserDollars = (seconds) => (seconds / 3600) * PRICE.browserHour
const sum = (items) => Object.values(items).reduce((total, dollars) => total + dollars, 0)
const dollars = (amount) => amount.toFixed(3)

/** Dollars for a thousand documents of a kind. */
export const costOf = (kind) => sum(itemsOf(kind))

const line = (cells) => `| ${cells.join(' | ')} |`
const table = (head, rows) => [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')

function countedTable() {
  const row = (name, field, test) => [name, ...KINDS.map((kind) => counted[kind][field]), `\`${test}\``]
  return table(
    ['counted for each document', 'synchronous', 'queued', 'queued, with a webhook', 'counted by'],
    [
      row('rows written in the account’s object', 'accountRows', 'test/worker/account-rows.test.ts'),
      row('alarms set there, each paid for as a row', 'alarms', 'test/worker/account-rows.test.ts'),
      row('transactions that write D1', 'd1Transactions', 'test/browser/d1-writes.test.ts'),
      row('rows written in D1', 'd1Rows', 'test/browser/d1-writes.test.ts'),
    ],
  )
}

function costTable() {
  const items = KINDS.map(itemsOf)
  return table(
    ['dollars for a thousand documents', 'synchronous', 'queued', 'queued, with a webhook'],
    [
      ...Object.keys(items[0]).map((name) => [name, ...items.map((of) => dollars(of[name]))]),
      ['**sum**', ...items.map((of) => `**${dollars(sum(of))}**`)],
    ],
  )
}

function sizesTable() {
  const { browsers, ...others } = itemsOf('synchronous')
  const rest = sum(others)
  const month = (thousands, each) => Math.round(thousands * each).toLocaleString('en')
  const rare = rest + 1000 * browserDollars(300 + SLOT.seconds)
  const office = rest + browserDollars(220 * 3600) / 100
  const much = rest + browsers
  return table(
    ['service', 'dollars for a thousand', 'dollars a month', 'what it is'],
    [
      [
        'one document every six minutes',
        rare.toFixed(2),
        month(SECONDS_OF_MONTH / 360 / 1000, rare),
        'a browser idles five minutes for each (`POOL_IDLE_MINUTES`)',
      ],
      [
        '100,000 a month, in 220 office hours',
        office.toFixed(2),
        month(100, office),
        'most of it a browser that waits',
      ],
      ['1,000 a second', dollars(much), month(SECONDS_OF_MONTH, much), 'the table above'],
    ],
  )
}

function limitsTable() {
  const perSecond = (kind) => Math.round(D1_TRANSACTIONS / counted[kind].d1Transactions).toLocaleString('en')
  return table(
    ['limit', 'value', 'reached at'],
    [
      [
        'lost tasks sent again by the sweep',
        '2,000 a minute for each database',
        '33 lost tasks a second, after queues or dispatchers lost them',
      ],
      [
        'D1, queued work with webhooks',
        'about 1,000 transactions of 1 ms a second for each database',
        `${perSecond('notified')} documents a second for each database`,
      ],
      [
        'Browser Rendering',
        '200 sessions, 3 new ones a second',
        '200 to 400 documents a second, if a session prints one or two a second (assumed)',
      ],
      [
        'new sessions, each for some documents',
        `3 a second, ${RENDERS_PER_BROWSER} documents`,
        `${NEW_SESSIONS_A_SECOND * Number(RENDERS_PER_BROWSER)} documents a second; beyond it browsers serve on until they have a successor`,
      ],
      [
        'D1, queued work',
        'the same 1,000 transactions',
        `${perSecond('queued')} documents a second for each database`,
      ],
      [
        'files removed at the end of their retention',
        `${(PURGED_A_MINUTE / 60).toLocaleString('en')} tasks a second for each database`,
        `${(PURGED_A_MINUTE / 60).toLocaleString('en')} documents a second; beyond it files stay longer than the plan says`,
      ],
      [
        'D1, synchronous work',
        'the same 1,000 transactions',
        `${perSecond('synchronous')} documents a second of busy accounts, or ${(D1_TRANSACTIONS * GATHER_SECONDS).toLocaleString('en')} accounts that print now and then`,
      ],
      [
        'size of D1',
        '10 GB for each database',
        '14.6 million tasks: a month at 5 a second, 4 hours at 1,000',
      ],
      [
        'size of an account’s object',
        '10 GB',
        'not reached: after a year at the 20 documents a second of the Max plan it has 0.72 GB, 0.66 of them for the last 30 hours',
      ],
    ],
  )
}

function databasesTable() {
  const bySize = (perSecond, days) => Math.ceil((perSecond * 86_400 * days * BYTES_OF_TASK) / DATABASE_BYTES)
  const byRate = (perSecond) => Math.ceil((perSecond * counted.notified.d1Transactions) / D1_TRANSACTIONS)
  return table(
    [
      'documents a second, queued with webhooks',
      'by transactions',
      'by size, with rows of 400 days',
      'by size, with rows of 30 days',
    ],
    [1, 10, 100, 1000].map((perSecond) =>
      [perSecond, byRate(perSecond), bySize(perSecond, 400), bySize(perSecond, 30)].map((value) =>
        value.toLocaleString('en'),
      ),
    ),
  )
}

/** The tables of the page. */
export const scaleTables = () => [countedTable(), limitsTable(), databasesTable(), costTable(), sizesTable()]

if (process.argv[1] === import.meta.filename) {
  const page = path.join(root, 'docs/operate/scale.md')
  let text = fs.readFileSync(page, 'utf8')
  for (const made of scaleTables()) {
    const [head = ''] = made.split('\n')
    const start = text.indexOf(head)
    if (start < 0) throw new Error(`docs/operate/scale.md has no table that begins with ${head}`)
    const end = text.indexOf('\n\n', start)
    text = text.slice(0, start) + made + text.slice(end < 0 ? text.length : end)
  }
  fs.writeFileSync(page, text)
}
