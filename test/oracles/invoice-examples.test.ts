/**
 * CEN's published examples: each is read, said as JSON and written again, and Mustang judges what came and what became of
 * it. `npm run compare:e-invoices` does the same with whole corpora.
 */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { express } from '../../scripts/e-invoices/express.mjs'
import { ciiExamples } from '../../scripts/oracle-tools.mjs'
import { readInvoice } from '../../src/e-invoice/cii/read/read-invoice'
import { readCii } from '../../src/e-invoice/read-cii'
import { invoiceSchema } from '../../src/e-invoice/schema'
import { writeInvoice } from '../../src/e-invoice/write-profile'
import { parseXml } from '../../src/e-invoice/xml/parse-xml'
import { type MustangVerdict, mustang } from './mustang'
import { outFolder } from './tools'

const service = { parseXml, readInvoice, invoiceSchema, writeInvoice }
const PROFILES = ['EN 16931', 'EXTENDED'] as const

/** The files of every version of the schema, each text once. */
function examples(): Map<string, string> {
  const files = fs
    .readdirSync(ciiExamples, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.xml'))
    .sort()
  const byText = new Map(
    files.map((file) => [fs.readFileSync(path.join(ciiExamples, file), 'utf8'), file] as const),
  )
  return new Map([...byText].map(([xml, file]) => [file.replaceAll(path.sep, '-'), xml]))
}

const sources = examples()
const accepted = [...sources].filter(([, xml]) => readCii(xml).findings.length === 0)
const written = accepted.flatMap(([file, xml]) =>
  PROFILES.map((profile) => {
    const invoice = invoiceSchema.parse(JSON.parse(JSON.stringify(readInvoice(parseXml(xml)))))
    return { file: `${profile.replace(' ', '')}-${file}`, xml: writeInvoice(invoice, profile).xml ?? '' }
  }),
)
let verdicts: Map<string, MustangVerdict>

beforeAll(async () => {
  const asked = new Map([...sources, ...written.map(({ file, xml }) => [file, xml] as const)])
  verdicts = await mustang(outFolder('invoice-examples'), asked)
})

describe('of the published examples', () => {
  test('those that Mustang takes are taken, and no others', () => {
    expect(sources.size).toBeGreaterThanOrEqual(20)
    const ours = new Set(accepted.map(([file]) => file))
    const disagreements = [...sources.keys()].filter((file) => verdicts.get(file)?.valid !== ours.has(file))
    expect(disagreements).toEqual([])
  })

  test('each that is valid is said as JSON, and nothing of it is lost but the name of its profile', () => {
    expect(accepted.length).toBeGreaterThanOrEqual(6)
    for (const [file, xml] of accepted) {
      for (const profile of PROFILES) {
        const { refused, lost } = express(service, xml, profile)
        const terms = lost.filter(
          (each: string) => !each.includes('GuidelineSpecifiedDocumentContextParameter'),
        )
        expect({ file, profile, refused, terms }).toEqual({ file, profile, refused: undefined, terms: [] })
      }
    }
  })

  test('each that is valid is valid as it is written again', () => {
    expect(written.map(({ file }) => [file, verdicts.get(file)?.valid])).toEqual(
      written.map(({ file }) => [file, true]),
    )
  })
})
