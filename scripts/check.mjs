/**
 * `npm run check`: what is judged of the code without running it: types, lint and format, imports, unused exports, regular
 * expressions. As many steps run side by side as there are cores; each prints what it found when it ends. Ends with 1 if
 * one of them found something, after all have said what.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { root, toolEnvironment } from './browser.mjs'

/** What `tsc` keeps, so that it looks only at what changed since. */
const KEPT = path.join('.wrangler', 'check')

const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
/** The longest first, so that none begins when the others end. @type {Record<string, string[]>} */
const STEPS = {
  'types of src and test': typesOf('.'),
  'lint and format': ['biome', 'check', '--error-on-warnings', '.'],
  'unused exports': scripts['lint:exports'].split(' '),
  'regular expressions': scripts['lint:patterns'].split(' '),
  'types of studio': typesOf('studio'),
  'types of scripts': typesOf('tsconfig.scripts.json'),
  'types of src/in-page': typesOf('src/in-page'),
  imports: scripts['lint:imports'].split(' '),
}

fs.mkdirSync(path.join(root, KEPT), { recursive: true })
const waiting = Object.entries(STEPS)
const failed = []
await Promise.all(Array.from({ length: availableParallelism() }, takeSteps))
if (failed.length > 0) console.log(`npm run check failed: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0

async function takeSteps() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const [name, command] = step
    const { isPassed, output } = await run(command)
    if (isPassed) console.log(`✓ ${name}`)
    else {
      failed.push(name)
      console.log(`✗ ${name}: ${command.join(' ')}\n${output}`)
    }
  }
}

/** Resolves to all that a command printed, when it has ended. */
function run([program = '', ...words]) {
  const child = spawn(program, words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: process.stdout.isTTY ? { FORCE_COLOR: '1', ...toolEnvironment() } : toolEnvironment(),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ isPassed: false, output: `${output}${error.message}\n` }))
    child.on('close', (code) => resolve({ isPassed: code === 0, output }))
  })
}

function typesOf(project) {
  const kept = path.join(KEPT, `${project.replace(/\W+/g, '-')}.tsbuildinfo`)
  return ['tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', kept, '-p', project]
}
