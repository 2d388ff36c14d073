/** `npm test`: prepares the browser, then runs vitest; arguments are passed on (`npm test -- pool`). */
import { spawn } from 'node:child_process'
import { prepareBrowser, root } from './browser.mjs'
import { packTemplates } from './templates.mjs'

packTemplates()

const child = spawn('vitest', ['run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: await prepareBrowser(),
})
child.on('exit', (code) => process.exit(code ?? 1))
