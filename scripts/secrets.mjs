/** The secrets of a local service: `.dev.vars`, made with random values on the first start. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'

const SECRETS = ['ADMIN_TOKEN', 'SIGNING_SECRET']
/** As in `src/settings.ts`. */
const MIN_ADMIN_TOKEN_LENGTH = 32

/**
 * Reads the file and adds what is missing, with random values; nobody else on this machine may read it then. Throws if
 * the operator's token could be guessed.
 * @param {string} file
 */
export function prepareSecrets(file) {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  /** @type {Record<string, string>} */
  const values = Object.fromEntries(
    [...text.matchAll(/^(\w+)\s*=\s*"?([^"\n]*)"?\s*$/gm)].map(([, name, value]) => [name, value]),
  )
  const missing = SECRETS.filter((name) => !values[name])
  for (const name of missing) values[name] = randomBytes(32).toString('base64url')
  if (missing.length > 0) {
    const gap = text === '' || text.endsWith('\n') ? '' : '\n'
    const lines = missing.map((name) => `${name}="${values[name]}"\n`).join('')
    fs.writeFileSync(file, text + gap + lines, { mode: 0o600 })
  }
  fs.chmodSync(file, 0o600)
  if (values.ADMIN_TOKEN.length < MIN_ADMIN_TOKEN_LENGTH) {
    throw new Error(
      `ADMIN_TOKEN in .dev.vars is shorter than ${MIN_ADMIN_TOKEN_LENGTH} characters: remove the line, and start again`,
    )
  }
  return values
}
