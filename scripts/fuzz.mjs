/**
 * `npm run fuzz`: the whole of the attacks of which CI makes a share: malformed files, texts, headers and bodies, twice
 * the load that the pool can bear, crashes, and everything that the OpenAPI description allows or forbids. Takes about
 * an hour. `PLATEN_FUZZ_SEED` names other random choices; arguments are passed on to vitest (`npm run fuzz -- files`).
 */
import { spawn } from 'node:child_process'
import { prepareBrowser, root } from './browser.mjs'
import { home, installPython } from './oracle-tools.mjs'
import { prepareSources } from './prepare.mjs'

prepareSources()
installPython()
const attacks = ['test/fuzz', 'test/oracles/description']
const words = process.argv.slice(2)
const child = spawn(
  'vitest',
  ['run', '--project', 'fuzz', '--project', 'oracles', ...(words.length ? words : attacks)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...(await prepareBrowser()), PLATEN_ORACLES: home, PLATEN_FUZZ: 'whole' },
  },
)
child.on('exit', (code) => process.exit(code ?? 1))
