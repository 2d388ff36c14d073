/**
 * `npm run test:oracles`: judges what we produce with other people's programs, which `oracle-tools.mjs` installs: a
 * missing validator is a failure, never a skipped test. Arguments are passed on to vitest
 * (`npm run test:oracles -- encrypt`).
 */
import { spawn } from 'node:child_process'
import { prepareBrowser, root } from './browser.mjs'
import { home, installOracles } from './oracle-tools.mjs'
import { prepareSources } from './prepare.mjs'

installOracles()
prepareSources()
const child = spawn('vitest', ['run', '--project', 'oracles', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...(await prepareBrowser()), PLATEN_ORACLES: home },
})
child.on('exit', (code) => process.exit(code ?? 1))
