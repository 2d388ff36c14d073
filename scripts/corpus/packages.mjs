/** Packages of the npm registry, pinned and verified, unpacked once into `.corpus/`, which git ignores. */
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../browser.mjs'

const run = promisify(execFile)
const cache = path.join(root, '.corpus')
/** Downloads at a time. */
const AT_ONCE = 4

/**
 * Fetches packages by the names that pages know them by (`of` is the registry's, where that is another), and returns the
 * folder of each. Throws if a file is not
 * the one that was pinned.
 * @param {{ [name: string]: { version: string, integrity: string, of?: string } }} packages
 * @returns {Promise<{ [name: string]: string }>}
 */
export async function fetchPackages(packages) {
  const names = Object.keys(packages)
  const folders = {}
  const waiting = [...names]
  const work = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      folders[name] = await fetchPackage(packages[name].of ?? name, packages[name])
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return folders
}

/**
 * The folders that packages have once they are fetched, by the names that pages know them by.
 * @param {{ [name: string]: { version: string, of?: string } }} packages
 * @returns {{ [name: string]: string }}
 */
export function packageFolders(packages) {
  return Object.fromEntries(
    Object.entries(packages).map(([name, { of, version }]) => [name, folderOf(of ?? name, version)]),
  )
}

function folderOf(name, version) {
  return path.join(cache, `${name.replace('/', '+')}@${version}`)
}

async function fetchPackage(name, { version, integrity }) {
  const folder = folderOf(name, version)
  if (fs.existsSync(folder)) return folder
  fs.mkdirSync(cache, { recursive: true })
  const downloads = fs.mkdtempSync(path.join(cache, 'download-'))
  try {
    await run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', downloads])
    const [file] = fs.readdirSync(downloads)
    const archive = path.join(downloads, file)
    const found = integrityOf(archive)
    if (found !== integrity) throw new Error(`${name}@${version} is not what was pinned: ${found}`)
    const unpacked = path.join(downloads, 'unpacked')
    fs.mkdirSync(unpacked)
    // Its warnings of unknown headers are not shown, its errors are thrown.
    execFileSync('tar', ['xzf', archive, '-C', unpacked, '--strip-components=1'], { stdio: 'pipe' })
    fs.renameSync(unpacked, folder)
    return folder
  } finally {
    fs.rmSync(downloads, { recursive: true, force: true })
  }
}

function integrityOf(file) {
  return `sha512-${createHash('sha512').update(fs.readFileSync(file)).digest('base64')}`
}
