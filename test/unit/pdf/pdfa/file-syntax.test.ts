/** How a file is written, byte by byte: a file of ours, spoilt in one place, as `POST /v1/inspect` judges it. */
import { expect, it } from 'vitest'
import { inspectPdf } from '../../../../src/pdf/inspect/inspect-pdf'
import { WorkBudget } from '../../../../src/pdf/work-budget'
import { finishWith } from '../../../support/finishing'
import { linksPdf } from '../../../support/pdfs'

const { bytes: own } = await finishWith(linksPdf(), { conform: { level: '1b' } })
const text = Buffer.from(own).toString('latin1')

async function brokenIn(written: string) {
  const bytes = new Uint8Array(Buffer.from(written, 'latin1'))
  const file = { name: 'a.pdf', pointer: '/file', bytes }
  const { inspection } = await inspectPdf(file, {
    asked: ['PDF/A-1b'],
    work: new WorkBudget(),
    isInvoice: () => false,
  })
  return inspection.conformance.verdicts.flatMap(({ broken }) => broken)
}

it.each([
  ['an object that ends within a line', /\nendobj/, ' endobj', '6.1.8'],
  ['an object whose number has two spaces behind it', /\n(\d+) 0 obj\n/, '\n$1\t\t0 obj\n', '6.1.8'],
  ['a space behind `xref`', /\nxref\n/, '\nxref \n', '6.1.4'],
  ['two spaces between the numbers of a section', /\nxref\n0 /, '\nxref\n0  ', '6.1.4'],
  ['data behind half a line end', /stream\n(?=[^>])/, 'stream\r', '6.1.7'],
  ['a last trailer without an identifier', /\/ID ?\[/, '/IE [', '6.1.3'],
])('%s breaks PDF/A-1', async (_, found, spoilt, clause) => {
  expect(await brokenIn(text)).toEqual([])
  expect(text).toMatch(found)
  const rules = (await brokenIn(text.replace(found, spoilt))).map(({ rule }) => rule)
  expect(rules).toContain(`ISO 19005-1 ${clause}`)
})

it('a stream has the length that it says, and a real number is small in PDF/A-1', async () => {
  const length = /\/Length (\d+)/.exec(text)?.[1] ?? ''
  const longer = text.replace(`/Length ${length}`, `/Length ${'9'.repeat(length.length)}`)
  expect(await brokenIn(longer)).toContainEqual({
    ...{ rule: 'ISO 19005-1 6.1.7', page: null, message: 'A stream has another length than it says.' },
  })
  const real = text.replace(/\b\d{3}\.\d{3,9}\b/, (number: string) => '99999.'.padEnd(number.length, '0'))
  expect(real).not.toBe(text)
  expect((await brokenIn(real)).map(({ rule }) => rule)).toContain('ISO 19005-1 6.1.12')
})

it('an offset may lead to the line end in front of its object', async () => {
  const earlier = text.replace(
    /\n(\d{10}) 00000 n/g,
    (_: string, offset: string) => `\n${String(Number(offset) - 1).padStart(10, '0')} 00000 n`,
  )
  expect(earlier).not.toBe(text)
  expect(await brokenIn(earlier)).toEqual([])
})
