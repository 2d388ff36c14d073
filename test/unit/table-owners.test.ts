/** Each table of D1 is written in one room, so that its rules stand in one place. */
import fs from 'node:fs'
import { expect, test } from 'vitest'

const owners: Record<string, string> = {
  accounts: 'src/accounts/projection.ts',
  assets: 'src/assets/asset-store.ts',
  batches: 'src/tasks/',
  deliveries: 'src/webhooks/',
  endpoints: 'src/endpoints/endpoint-store.ts',
  ledger: 'src/accounts/projection.ts',
  task_metadata: 'src/tasks/',
  tasks: 'src/tasks/',
  template_drafts: 'src/templates/',
  template_versions: 'src/templates/',
  templates: 'src/templates/',
  uploads: 'src/tasks/uploads.ts',
  views: 'src/storage/view-links.ts',
}
/** Tables inside an account's object have the names of none of these. */
const WRITE = /\b(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+(\w+)/g

const writes = fs
  .readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => {
    const text = fs.readFileSync(`src/${name}`, 'utf8')
    return [...text.matchAll(WRITE)].map(([, table = '']) => ({ table, file: `src/${name}` }))
  })

const schema = fs.readFileSync('schema.sql', 'utf8')

test('Every D1 table has a room, and is written there or by a trigger', () => {
  const tables = [...schema.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, table]) => table)
  expect(Object.keys(owners)).toEqual(tables.toSorted())
  const triggered = [...schema.matchAll(/^ {2}(?:INSERT(?: OR \w+)? INTO|DELETE FROM) (\w+)/gm)]
  const written = new Set([...writes.map(({ table }) => table), ...triggered.map(([, table]) => table)])
  expect(Object.keys(owners).filter((table) => !written.has(table))).toEqual([])
})

test('No file outside a table’s room writes the table', () => {
  const strays = writes.filter(({ table, file }) => owners[table] && !file.startsWith(owners[table]))
  expect(strays).toEqual([])
})
