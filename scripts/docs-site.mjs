/**
 * `node scripts/docs-site.mjs`: makes the documentation site from Markdown and the OpenAPI description, as static files
 * in `studio/dist/docs`, which the Worker serves (`[assets]` of wrangler.toml). The folder is not kept in git.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '..')
const assets = path.join(root, 'studio/dist')
const STAMP = 'made-from.txt'
/** What the site is made from. */
const SOURCES = [
  'docs/**/*.{md,css,js,json,yml}',
  'clients/*/{README.md,LICENSE,package.json,pyproject.toml,tsconfig.build.json}',
  'clients/*/src/**/*.{ts,py,typed}',
  '{README,CHANGELOG,CONTRIBUTING,SECURITY}.md',
  'src/**/*.ts',
  'scripts/docs-site/**',
  'scripts/{docs-site,describe-api}.mjs',
  'package-lock.json',
]

/** Makes the site, unless it is made from these sources already. Returns whether it did. */
export function makeDocs() {
  const digest = digestOfSources()
  const stamp = path.join(assets, 'docs', STAMP)
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === digest) return false
  // In a process of its own: the description is made by bundling the service.
  execFileSync(process.execPath, [import.meta.filename], { stdio: ['ignore', 'ignore', 'inherit'] })
  return true
}

function digestOfSources() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((pattern) => fs.globSync(pattern, { cwd: root })).sort()) {
    const whole = path.join(root, file)
    if (fs.statSync(whole).isFile()) hash.update(`${file}\0`).update(fs.readFileSync(whole))
  }
  return hash.digest('hex')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const digest = digestOfSources()
  const { writeSite } = await import('./docs-site/write-site.mjs')
  const made = path.join(assets, `docs-${process.pid}`)
  fs.mkdirSync(assets, { recursive: true })
  const { pages } = await writeSite(made)
  fs.writeFileSync(path.join(made, STAMP), digest)
  fs.copyFileSync(path.join(made, 'llms.txt'), path.join(assets, 'llms.txt'))
  fs.rmSync(path.join(assets, 'docs'), { recursive: true, force: true })
  fs.renameSync(made, path.join(assets, 'docs'))
  console.log(`${pages} pages of documentation`)
}
