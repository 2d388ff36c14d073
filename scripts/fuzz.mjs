/**
 * `npm run fuzz`: the whole of what CI tries a share of: malformed files, texts, headers and bodies, twice the load that
 * the pool can bear, crashes, every regular expression, everything that the OpenAPI description allows or forbids, and
 * the documents, pages and QR codes that outside programs judge (Java 17 and Python are needed). Takes about an hour and
 * a half. `PLATEN_FUZZ_SEED` names other random choices; arguments are passed on to vitest (`npm run fuzz -- files`).
 */
import { execFileSync, spawn } from 'node:child_process'
import { prepareBrowser, root, toolEnvironment } from './browser.mjs'
import { home, installOracles } from './oracle-tools.mjs'
import { prepareSources } from './prepare.mjs'

prepareSources()
installOracles()
const judged = ['archive', 'compress', 'description', 'optimize', 'qr'].map(
  (name) => `test/oracles/${name}.test`,
)
const words = process.argv.slice(2)
// Every regular expression, too, whose proof is kept (`lint-patterns.mjs`).
if (words.length === 0)
  execFileSync('oxlint', ['--quiet', 'src'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...toolEnvironment(), PLATEN_PROOFS: 'again' },
  })
const child = spawn(
  'vitest',
  ['run', '--project', 'fuzz', '--project', 'oracles', ...(words.length ? words : ['test/fuzz', ...judged])],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...(await prepareBrowser()), PLATEN_ORACLES: home, PLATEN_FUZZ: 'whole' },
  },
)
child.on('exit', (code) => process.exit(code ?? 1))
