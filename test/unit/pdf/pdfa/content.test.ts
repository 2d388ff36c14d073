import fc from 'fast-check'
import { PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { decimal, latin1, latin1Bytes, operations, writeOperation } from '../../../../src/pdf/content-stream'
import { mendContents } from '../../../../src/pdf/pdfa/mend-contents'
import { pageContent, setPageContent, streamAt } from '../../../../src/pdf/pdfa/objects'

const read = (content: string) =>
  [...operations(content)].map(({ operator, operands }) => ({ operator, operands }))

describe('reading content', () => {
  it('keeps operands as they were written', () => {
    expect(read('.24 0 0 -.24 0 792 cm\nq\n/F4 12 Tf<0048>Tj')).toEqual([
      { operator: 'cm', operands: ['.24', '0', '0', '-.24', '0', '792'] },
      { operator: 'q', operands: [] },
      { operator: 'Tf', operands: ['/F4', '12'] },
      { operator: 'Tj', operands: ['<0048>'] },
    ])
  })

  it('reads nested brackets, escapes, dictionaries and comments as one operand each', () => {
    expect(read('(a(b)\\)c) Tj % (not this\n/P <</MCID 0 /T (x>>)>> BDC [(a) -3 <00]>] TJ')).toEqual([
      { operator: 'Tj', operands: ['(a(b)\\)c)'] },
      { operator: 'BDC', operands: ['/P', '<</MCID 0 /T (x>>)>>'] },
      { operator: 'TJ', operands: ['[(a) -3 <00]>]'] },
    ])
  })

  it('reads an inline image whose data looks like operators as one operation', () => {
    const content = 'q BI /W 2 /H 2 ID \x01EI Q\xff EI Q'
    expect(read(content).map(({ operator }) => operator)).toEqual(['q', 'BI', 'Q'])
    expect(read(content).map(writeOperation).join(' ')).toBe(content.replace('\n', ' '))
  })

  it.each([
    [
      'counts the samples of an inline image, whatever they hold',
      '/W 9 /H 2 /BPC 8 /CS /G ID \n EI Q 1 EI Q 1234EI',
    ],
    ['counts the bits of a mask', '/W 17 /H 1 /IM true ID EI EI'],
    ['counts four colours, behind a line end of two', '/Width 2 /Height 1 /BPC 8 /CS /CMYK ID\r\n12345678EI'],
    ['finds the end of packed data without white space before it', '/W 1 /H 1 /F /Fl ID \x01EI \x02x\xffEI'],
    ['finds the end of samples whose number is told wrongly', '/W 9 /H 9 /BPC 8 /CS /RGB ID \xff\x00EI'],
  ])('%s', (_, image) => {
    const content = `q BI ${image} Q (text) Tj`
    expect(read(content).map(({ operator }) => operator)).toEqual(['q', 'BI', 'Q', 'Tj'])
  })

  it('ends where damaged content ends', () => {
    for (const content of ['(never closed', '<0041', '[1 2', '<< /A', 'BI /W 1', '/']) {
      expect(() => read(content)).not.toThrow()
    }
  })
})

it('writes what it has read so that it reads the same again', () => {
  const operand = fc.oneof(
    fc.integer().map(String),
    fc.constantFrom('/Name', '<00AF>', '(te\\)xt)', '[1 (a) /B]', '<</K 1>>', '-.5', 'true'),
  )
  const operation = fc.record({
    operator: fc.constantFrom('cm', 'Tj', 'f*', 'q'),
    operands: fc.array(operand),
  })
  fc.assert(
    fc.property(fc.array(operation), (list) => {
      expect(read(list.map(writeOperation).join('\n'))).toEqual(list)
    }),
  )
})

it('turns every byte into one character and back', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
  expect(latin1(bytes)).toHaveLength(256)
  expect(latin1Bytes(latin1(bytes))).toEqual(bytes)
})

it('writes numbers without exponents and without negative zero', () => {
  expect([1e-7, -1e-9, 0.1 + 0.2, -108_900, 1 / 3].map(decimal)).toEqual([
    '0',
    '0',
    '0.3',
    '-108900',
    '0.33333',
  ])
})

it('comments stand apart from the operators that they follow, and nothing else changes', async () => {
  const doc = await PDFDocument.create()
  setPageContent(doc.addPage(), '0 0 9 9 re% a (box\nf%\r(f%) Tj [1% )\n2] 0 d 1 g % f%\nn')
  await mendContents(doc)
  expect(pageContent(doc.getPage(0))).toBe('0 0 9 9 re % a (box\nf %\r(f%) Tj [1% )\n2] 0 d 1 g % f%\nn')
})

it('no operands stand in front of an inline image, which some take for its entries', async () => {
  const doc = await PDFDocument.create()
  const image = 'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI'
  setPageContent(doc.addPage(), `q [ /array /split ] ${image} 5 /name ${image} % a comment\n${image} Q`)
  await mendContents(doc)
  expect(pageContent(doc.getPage(0))).toBe(`q ${image} ${image} ${image} Q`)
})

it('the streams of a page are one if a text is divided among them', async () => {
  const doc = await PDFDocument.create()
  const streams = (...contents: string[]) => {
    const page = doc.addPage()
    const refs = contents.map((content) => doc.context.register(doc.context.stream(content)))
    page.node.set(PDFName.of('Contents'), doc.context.obj(refs))
    return page
  }
  const [divided, others] = [streams('BT (a', 'b) Tj ET'), streams('BT (a)', 'Tj ET')]
  await mendContents(doc)
  expect(streamAt(divided.node, 'Contents')).toBeDefined()
  expect(pageContent(divided)).toBe('BT (a\nb) Tj ET')
  expect(streamAt(others.node, 'Contents')).toBeUndefined()
})
