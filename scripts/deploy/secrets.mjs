/** Secrets of an environment: made where nobody has chosen them, and kept in a file that only its owner reads. */
import { randomBytes } from 'node:crypto'
import { readSecrets, SECRETS, saveSecrets } from '../secrets.mjs'

/**
 * Values for the secrets that the Worker lacks: from the environment, from `file`, else random and then written to
 * `file`. Also the operator's token, which the smoke test needs; throws an Error if nothing here knows it.
 * @param {string} file
 * @param {string[]} present Names of the secrets that the Worker has.
 */
export function chooseSecrets(file, present) {
  const kept = readSecrets(file)
  const chosen = (name) => process.env[name] || kept[name]
  const missing = Object.fromEntries(
    SECRETS.filter((name) => !present.includes(name)).map((name) => [
      name,
      chosen(name) ?? randomBytes(32).toString('base64url'),
    ]),
  )
  const made = Object.entries(missing).filter(([name]) => !chosen(name))
  saveSecrets(file, Object.fromEntries(made))
  const adminToken = missing.ADMIN_TOKEN ?? chosen('ADMIN_TOKEN')
  if (!adminToken)
    throw new Error(`The smoke test needs the operator's token: set ADMIN_TOKEN, or write it to ${file}`)
  return { missing, adminToken }
}
