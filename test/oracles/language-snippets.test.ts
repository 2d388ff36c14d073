/** The programs of docs/guide/any-language.md, each as it is written, against a running service; a refusal is told. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, inject, it } from 'vitest'
import { newKey } from '../support/shared-account'
import { outFolder } from './tools'

const page = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/guide/any-language.md'), 'utf8')
const folder = outFolder('any-language')
const PROGRAMS = {
  php: 'php invoice.php',
  go: 'go run invoice.go',
  java: 'java Invoice.java',
}

const { origin } = inject('service')
let key: string

beforeAll(async () => {
  key = await newKey({ plan: 'Pro', credits: 10 })
})

it.each(Object.entries(PROGRAMS))('the program in %s makes an invoice', (language, typed) => {
  const command = typed.split(' ')
  const [, code = ''] = new RegExp(`^\`\`\`${language}\n(.*?)\n\`\`\`$`, 'ms').exec(page) ?? []
  fs.writeFileSync(path.join(folder, command.at(-1) ?? ''), code)
  expect(page).toContain(`\`${typed}\` runs it`)

  const made = run(command, key)
  expect(made.status, made.output).toBe(0)
  const file = path.join(folder, 'invoice.pdf')
  expect(fs.readFileSync(file, 'latin1')).toMatch(/^%PDF-/)
  fs.rmSync(file)

  const refused = run(command, 'wrong')
  expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('"unauthorized"')])
  expect(fs.existsSync(file)).toBe(false)
})

function run([program = '', ...words]: string[], secret: string) {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: folder,
    encoding: 'utf8',
    // Without cgo Go has its library compiled: `scripts/oracle-tools.mjs`.
    env: { ...process.env, CGO_ENABLED: '0', URL: origin, KEY: secret },
  })
  return { status, output: `${stdout}${stderr}` }
}
