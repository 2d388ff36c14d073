/**
 * Dockerfile, instruction by instruction, as Docker takes it: in a folder of its own outside this checkout, by a user
 * with no rights (if this one is root), and with the command as the first process of a namespace (where Linux allows it),
 * which is sent the signal of `docker stop`. The packages themselves are linked: they are what `npm ci` brought here.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../bench/service.mjs'

const root = path.resolve(import.meta.dirname, '../..')
/** Whom the base image calls `node`. */
const NODE_USER = 1000
/** After which Docker kills what it stops. */
const GRACE_MS = 10_000
const isRoot = process.getuid?.() === 0
const NAMESPACE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
const isFirst = isRoot && spawnSync(NAMESPACE[0] ?? '', [...NAMESPACE.slice(1), 'true']).status === 0

/** Links must stay on one disk. */
const isOneDisk = fs.statSync(os.tmpdir()).dev === fs.statSync(root).dev
const disk = fs.mkdtempSync(path.join(isOneDisk ? os.tmpdir() : path.join(root, '.wrangler'), 'container-'))
/** A path of the image, in the folder. */
const inImage = (text: string) => text.replaceAll(/(?<![\w.])\/(?=(?:platen|data|home)\b)/g, `${disk}/`)

/** What the instructions have come to. */
const image = {
  from: '',
  user: isRoot ? 0 : (process.getuid?.() ?? 0),
  workdir: disk,
  env: { HOME: disk } as Record<string, string>,
  command: [] as string[],
  ports: [] as number[],
}

const INSTRUCTIONS: Record<string, (words: string) => void> = {
  FROM: (words) => {
    image.from = words
  },
  RUN: (words) => {
    if (words === 'npm ci && npm cache clean --force') {
      const modules = path.join(image.workdir, 'node_modules')
      execFileSync('cp', ['-al', path.join(root, 'node_modules'), modules])
      // What this checkout has left there. Of the rest the files are links, whose owner must stay.
      for (const name of ['.cache', '.mf'])
        fs.rmSync(path.join(modules, name), { recursive: true, force: true })
      if (isRoot) fs.chownSync(modules, NODE_USER, NODE_USER)
      return run('npm run --silent prepare')
    }
    return run(inImage(words).replaceAll('node:node', owner()))
  },
  USER: (words) => {
    expect(words).toBe('node')
    if (isRoot) image.user = NODE_USER
    image.env.HOME = inImage('/home/node')
  },
  WORKDIR: (words) => {
    image.workdir = inImage(words)
  },
  COPY: (words) => {
    expect(words).toBe('--chown=node:node . .')
    copyContext(image.workdir)
    if (isRoot) execFileSync('chown', ['-R', owner(), image.workdir])
  },
  ENV: (words) => {
    for (const pair of words.split(' ')) {
      const [name = '', value = ''] = pair.split('=')
      image.env[name] = inImage(value)
    }
  },
  EXPOSE: (words) => {
    image.ports.push(Number(words))
  },
  VOLUME: (words) => {
    expect(fs.existsSync(inImage(words))).toBe(true)
  },
  CMD: (words) => {
    image.command = (JSON.parse(words) as string[]).map(inImage)
  },
}

const owner = () => `${isRoot ? NODE_USER : process.getuid?.()}:${isRoot ? NODE_USER : process.getgid?.()}`

/** The context without what .dockerignore names: what git has here, and would have. */
function copyContext(into: string): void {
  const ignored = fs.readFileSync(path.join(root, '.dockerignore'), 'utf8').trim().split('\n')
  const words = ['ls-files', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim().split('\n')
  for (const file of files) {
    if (ignored.some((name) => path.matchesGlob(file, name) || path.matchesGlob(file, `${name}/**`))) continue
    if (!fs.existsSync(path.join(root, file))) continue
    fs.mkdirSync(path.dirname(path.join(into, file)), { recursive: true })
    fs.copyFileSync(path.join(root, file), path.join(into, file))
  }
}

/** The environment of a container: nothing of this process but its PATH, and that without this checkout. */
function environment(more: Record<string, string | undefined> = {}) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((one) => !one.startsWith(root))
  return { PATH: [path.join(disk, 'bin'), ...folders].join(path.delimiter), ...image.env, ...more }
}

function run(command: string): void {
  const user = isRoot ? { uid: image.user, gid: image.user } : {}
  execFileSync('sh', ['-c', command], { cwd: image.workdir, env: environment(), ...user })
}

beforeAll(() => {
  fs.chmodSync(disk, 0o755)
  for (const name of ['bin', 'home/node']) fs.mkdirSync(path.join(disk, name), { recursive: true })
  fs.symlinkSync(path.join(root, 'node_modules/node/bin/node'), path.join(disk, 'bin/node'))
  if (isRoot) fs.chownSync(path.join(disk, 'home/node'), NODE_USER, NODE_USER)
  const lines = fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', '').split('\n')
  for (const line of lines.filter((one) => one !== '' && !one.startsWith('#'))) {
    const [, name = '', words = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    const instruction = INSTRUCTIONS[name]
    if (instruction === undefined) throw new Error(`This test does not know ${name} of Dockerfile.`)
    instruction(words)
  }
}, 300_000)
afterAll(() => fs.rmSync(disk, { recursive: true, force: true }))

/** Runs the command and returns what it prints until it is up, and `stop`. A `bundle` need not be made again. */
async function start(port: number, bundle: Record<string, string | undefined> = {}) {
  const user = ['setpriv', `--reuid=${image.user}`, `--regid=${image.user}`, '--clear-groups']
  const words = [...(isFirst ? NAMESPACE : []), ...(isRoot ? user : []), ...image.command]
  const child = spawn(words[0] ?? '', words.slice(1), {
    cwd: image.workdir,
    env: environment({ ...bundle, PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece))
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve))
  await expect.poll(() => output, { timeout: 200_000 }).toContain('Platen is up')
  const pid = child.pid ?? 0
  return {
    key: /plt_live_\w+/.exec(output)?.[0] ?? '',
    /** Sends the first process what `docker stop` sends, and returns how long it took to end. */
    async stop(): Promise<number> {
      const startedAt = Date.now()
      const first = isFirst ? Number(fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')) : pid
      process.kill(first, 'SIGTERM')
      await exited
      return Date.now() - startedAt
    },
  }
}

it('the base has the Node that runs all, and the architecture of the Chromium that npm brings', () => {
  const { devDependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  expect(image.from).toBe(`--platform=linux/amd64 node:${devDependencies.node.split('.')[0]}-bookworm`)
  expect(image.ports).toEqual([8787])
})

it('the container is reached from outside, prints, stops in time, and knows its key after it was made anew', async () => {
  const port = await freePort()
  const outside = Object.values(os.networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)
  const origin = `http://${outside?.address ?? '127.0.0.1'}:${port}`
  const first = await start(port)
  const print = async () =>
    await fetch(`${origin}/v1/transform`, {
      method: 'POST',
      headers: { 'X-API-Key': first.key, 'Content-Type': 'application/json' },
      body: '{"html":"<title>T</title><p>Hello"}',
    })
  try {
    const pdf = await print()
    expect([pdf.status, (await pdf.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
    expect((await fetch(`${origin}/docs/`)).status).toBe(200)
  } finally {
    expect(await first.stop()).toBeLessThan(GRACE_MS)
  }
  // Of a container only its volume stays.
  fs.rmSync(path.join(image.workdir, '.dev.vars'), { force: true })
  const second = await start(port, { PLATEN_BUNDLE: process.env.PLATEN_BUNDLE })
  try {
    expect(second.key).toBe(first.key)
    expect((await print()).status).toBe(200)
  } finally {
    await second.stop()
  }
}, 600_000)

it('its Chromium, which was unpacked by then, needs no library of the base image but those of glibc', () => {
  const home = fs.globSync(path.join(image.workdir, '.wrangler/browser/chromium-*'))[0] ?? ''
  const lib = path.join(home, 'lib')
  const listed = execFileSync('ldd', [path.join(home, 'chromium')], {
    encoding: 'utf8',
    env: { LD_LIBRARY_PATH: lib },
  })
  expect(listed).not.toContain('not found')
  const others = [...listed.matchAll(/^\s*(\S+?)\.so\S* => (\S+)/gm)].filter(
    ([, , file]) => !file?.startsWith(lib),
  )
  const glibc = /^(?:libc|libm|libdl|libpthread|librt|libresolv|libutil|libgcc_s)$/
  expect(others.map(([, name = '']) => name).filter((name) => !glibc.test(name))).toEqual([])
})
