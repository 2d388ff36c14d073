/** The secrets of a local service: `.dev.vars`, made with random values on the first start. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'

/** Without these the service answers nothing. */
export const SECRETS = ['ADMIN_TOKEN', 'SIGNING_SECRET']
/** As in `src/settings.ts`. */
const MIN_ADMIN_TOKEN_LENGTH = 32
const MIN_ADMIN_TOKEN_ALPHABET = 8

/**
 * Reads the file and adds what is missing, with random values; nobody else on this machine may read it then. Throws if
 * the operator's token could be guessed.
 * @param {string} file
 */
export function prepareSecrets(file) {
  const values = readSecrets(file)
  const missing = SECRETS.filter((name) => !values[name])
  const made = Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString('base64url')]))
  saveSecrets(file, made)
  fs.chmodSync(file, 0o600)
  const { ADMIN_TOKEN = '' } = { ...values, ...made }
  if (ADMIN_TOKEN.length < MIN_ADMIN_TOKEN_LENGTH) {
    throw weakToken(`is shorter than ${MIN_ADMIN_TOKEN_LENGTH} characters`)
  }
  if (new Set(ADMIN_TOKEN).size < MIN_ADMIN_TOKEN_ALPHABET) {
    throw weakToken(`has fewer than ${MIN_ADMIN_TOKEN_ALPHABET} different characters`)
  }
  return { ...values, ...made }
}

/**
 * The values of a file of `NAME="value"` lines; none if it does not exist.
 * @param {string} file
 * @returns {Record<string, string>}
 */
export function readSecrets(file) {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)\s*=\s*"?([^"\n]*)"?\s*$/gm)].map(([, name, value]) => [name, value]),
  )
}

/**
 * Adds values to such a file, which nobody else on this machine may read if it is new.
 * @param {string} file
 * @param {Record<string, string>} values
 */
export function saveSecrets(file, values) {
  if (Object.keys(values).length === 0) return
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  const gap = text === '' || text.endsWith('\n') ? '' : '\n'
  const lines = Object.entries(values).map(([name, value]) => `${name}="${value}"\n`)
  fs.writeFileSync(file, text + gap + lines.join(''), { mode: 0o600 })
}

/** @param {string} weakness */
function weakToken(weakness) {
  return new Error(`ADMIN_TOKEN in .dev.vars ${weakness}: remove the line, and start again`)
}
