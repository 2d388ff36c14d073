/** What `npm start` makes of `.dev.vars`. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { prepareSecrets } from '../../scripts/secrets.mjs'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

function fileWith(text?: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'platen-secrets-'))
  folders.push(folder)
  const file = path.join(folder, '.dev.vars')
  if (text !== undefined) fs.writeFileSync(file, text, { mode: 0o644 })
  return file
}

it('random secrets are made once, for this user alone', () => {
  const file = fileWith()
  const made = prepareSecrets(file)
  expect(made.ADMIN_TOKEN).toMatch(/^[\w-]{43}$/)
  expect(made.SIGNING_SECRET).toMatch(/^[\w-]{43}$/)
  expect(made.SIGNING_SECRET).not.toBe(made.ADMIN_TOKEN)
  expect(prepareSecrets(file)).toEqual(made)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
})

it('what is missing is added to what is there, and the file is closed to others', () => {
  const file = fileWith(`ALLOW_HOSTS="a:1"\nSIGNING_SECRET=own`)
  expect(prepareSecrets(file)).toMatchObject({ ALLOW_HOSTS: 'a:1', SIGNING_SECRET: 'own' })
  expect(fs.readFileSync(file, 'utf8')).toMatch(
    /^ALLOW_HOSTS="a:1"\nSIGNING_SECRET=own\nADMIN_TOKEN="[\w-]{43}"\n$/,
  )
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
})

it('an operator token that could be guessed is refused', () => {
  expect(() => prepareSecrets(fileWith(`ADMIN_TOKEN="${'x'.repeat(31)}"`))).toThrow(
    /shorter than 32 characters/,
  )
  expect(() => prepareSecrets(fileWith(`ADMIN_TOKEN="${'changeme'.repeat(4)}"`))).toThrow(
    /fewer than 8 different characters/,
  )
  expect(() => prepareSecrets(fileWith(`ADMIN_TOKEN="${'0123456789abcdef'.repeat(2)}"`))).not.toThrow()
})
