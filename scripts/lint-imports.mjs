/**
 * `npm run lint:imports`: no import in `src` runs back up, and none goes in a circle. A room is a folder or a file of
 * `src`; the table below says which rooms each may import. Types count like values, since readers follow both. And no
 * two files have one name, or the same words, so that whoever opens a file by its name opens the right one.
 */
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** The ground floor: rooms that every room may import. They import only each other, and `settings` checks hosts. */
const GROUND = [
  'binary',
  'crypto',
  'cursor',
  'databases',
  'errors',
  'format-version',
  'ids',
  'log',
  'memory',
  'money',
  'settings',
  'text',
  'time',
]

/** Leaves: one job each. They import the ground floor, and never each other or what stands above them. */
const LEAVES = ['net', 'e-invoice', 'qr', 'in-page', 'metrics']

/** From the bottom to the top; each row names all that the room may import beside the ground floor. */
const ROOMS = {
  ...Object.fromEntries(GROUND.map((room) => [room, []])),
  settings: ['net'],
  ...Object.fromEntries(LEAVES.map((room) => [room, []])),
  storage: ['net'],
  // A task's row in D1. The account decides its outcome, and the rooms above write the other steps.
  tasks: ['storage'],
  // What receivers are sent, of tasks and of accounts.
  webhooks: ['tasks'],
  accounts: ['tasks', 'webhooks', 'metrics'],
  pdf: ['e-invoice'],
  // The filter that draws a QR code in a template uses the service's only encoder.
  templates: ['qr'],
  // The fonts of the templates.
  markdown: ['templates'],
  // The account's own files are checked by the readers of logos and of fonts.
  assets: ['net', 'qr', 'pdf', 'templates'],
  optimize: ['in-page'],
  browser: ['in-page', 'optimize', 'metrics'],
  render: ['browser', 'in-page', 'net', 'optimize'],
  'document-options': ['accounts', 'pdf', 'render'],
  endpoints: ['storage', 'document-options', 'templates'],
  jobs: [
    ...LEAVES,
    'assets',
    'accounts',
    'storage',
    'tasks',
    'pdf',
    'templates',
    'markdown',
    'optimize',
    'browser',
    'render',
    'document-options',
    'endpoints',
  ],
  queue: [...LEAVES, 'accounts', 'storage', 'browser', 'jobs', 'tasks', 'webhooks'],
  http: [
    ...LEAVES,
    'assets',
    'accounts',
    'storage',
    'pdf',
    'optimize',
    'render',
    'document-options',
    'templates',
    'markdown',
    'endpoints',
    'jobs',
    'tasks',
    'webhooks',
    'queue',
  ],
  routes: [
    ...LEAVES,
    'assets',
    'accounts',
    'storage',
    'browser',
    'templates',
    'document-options',
    'endpoints',
    'jobs',
    'tasks',
    'webhooks',
    'queue',
    'http',
  ],
  app: ['http', 'metrics', 'routes'],
  index: ['accounts', 'browser', 'metrics', 'queue', 'app'],
}

const imports = new Map(sourceFiles().map((file) => [file, importsOf(file)]))
const faults = [
  ...unknownRooms(),
  ...upwardImports(),
  ...routesAmongThemselves(),
  ...circles(),
  ...namesThatStandTwice(),
]
if (faults.length > 0) {
  console.error(`${faults.join('\n')}\nThe table of rooms is in scripts/lint-imports.mjs.`)
  process.exitCode = 1
}

/** Every TypeScript file of `src`, as a path in the project. */
function sourceFiles() {
  return fs
    .readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => `src/${name}`)
    .sort()
}

/** The files of `src` that a file imports or re-exports. The formatter leaves one way to write them. */
function importsOf(file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^'?]+)'/g)]
    .map(([, name]) => path.join(path.dirname(file), name))
    .map((name) => (name.endsWith('.ts') ? name : `${name}.ts`))
    .filter((name) => fs.existsSync(path.join(root, name)))
}

function roomOf(file) {
  return path.basename(file.split('/')[1] ?? '', '.ts')
}

function unknownRooms() {
  const rooms = new Set([...imports.keys()].map(roomOf))
  return [
    ...[...rooms]
      .filter((room) => !(room in ROOMS))
      .map((room) => `src/${room} is not in the table of rooms`),
    ...Object.keys(ROOMS)
      .filter((room) => !rooms.has(room))
      .map((room) => `the table names src/${room}, which does not exist`),
  ]
}

function upwardImports() {
  return [...imports].flatMap(([file, targets]) => {
    const room = roomOf(file)
    const allowed = new Set([room, ...GROUND, ...(ROOMS[room] ?? [])])
    return targets
      .filter((target) => !allowed.has(roomOf(target)))
      .map((target) => `${file} imports ${target}: ${room} may not import ${roomOf(target)}`)
  })
}

/** What two routes share stands below them, in `http` or in the room that it is about. */
function routesAmongThemselves() {
  return [...imports]
    .filter(([file]) => roomOf(file) === 'routes')
    .flatMap(([file, targets]) =>
      targets
        .filter((target) => roomOf(target) === 'routes')
        .map((target) => `${file} imports ${target}: routes may not import each other`),
    )
}

/** One line for each circle, found by walking the imports depth first. */
function circles() {
  const done = new Set()
  const found = []
  const walk = (file, trail) => {
    const at = trail.indexOf(file)
    if (at >= 0) found.push(trail.slice(at))
    if (at >= 0 || done.has(file)) return
    for (const target of imports.get(file) ?? []) walk(target, [...trail, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return found.map((circle) => `a circle of imports: ${[...circle, circle[0]].join(' → ')}`)
}

/** Files whose names differ by nothing, by a plural or by the order of their words. */
function namesThatStandTwice() {
  const byName = Map.groupBy(imports.keys(), (file) => {
    const words = path.basename(file, '.ts').split('-')
    return words
      .map((word) => word.replace(/s$/, ''))
      .sort()
      .join('-')
  })
  return [...byName.values()]
    .filter((files) => files.length > 1)
    .map((files) => `${files.join(' and ')}: a name of its own would say which is which`)
}
