/**
 * Every published example as the data of every invoice template: what the XML says, the page says. CEN's examples; with
 * `PLATEN_EXAMPLES=FOLDER` also each Cross Industry Invoice below that folder.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ciiExamples } from '../../scripts/oracle-tools.mjs'
import { readInvoice } from '../../src/e-invoice/cii/read/read-invoice'
import { writtenProfileOf } from '../../src/e-invoice/profiles'
import { type ReadInvoice, readCii } from '../../src/e-invoice/read-cii'
import { invoiceSchema } from '../../src/e-invoice/schema'
import { XmlError } from '../../src/e-invoice/xml/parse-xml'
import { builtinTemplates } from '../../src/templates/builtin'
import { missingOnPage, xmlOf } from '../support/printed-terms'

const folders = [ciiExamples, ...(process.env.PLATEN_EXAMPLES?.split(path.delimiter) ?? [])]
const templates = builtinTemplates().filter(({ invoice }) => invoice !== undefined)

/** What a file holds; undefined if it is no invoice, breaks a rule, has no lines, or an attachment without contents. */
function exampleOf(file: string) {
  let read: ReadInvoice
  try {
    read = readCii(fs.readFileSync(file))
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
  // What named a former XRechnung is an invoice of EN 16931.
  const isFormer = read.profile?.level === 'XRECHNUNG' && Number(read.profile.version) < 3
  const profile = isFormer ? 'EN 16931' : read.profile && writtenProfileOf(read.profile)
  if (!profile || read.findings.length > 0) return undefined
  const { success, data } = invoiceSchema.safeParse(JSON.parse(JSON.stringify(readInvoice(read.root))))
  return success ? { file: path.basename(file), profile, invoice: data } : undefined
}

const examples = folders.flatMap((folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.xml'))
    .sort()
    .flatMap((file) => exampleOf(path.join(folder, file)) ?? []),
)

test('there are published examples to read', () => {
  expect(examples.length).toBeGreaterThanOrEqual(6)
})

test.each(templates.map((template) => [template.id, template] as const))(
  '%s prints all that the XML of each example says',
  { timeout: 1_800_000 },
  async (_, template) => {
    const missing: unknown[] = []
    for (const { file, profile, invoice } of examples) {
      const data = { ...invoice, locale: 'en-GB' }
      const terms = await missingOnPage(template, data, xmlOf(template, data, profile))
      if (terms.length > 0) missing.push({ file, terms })
    }
    expect(missing).toEqual([])
  },
)
