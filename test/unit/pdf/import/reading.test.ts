/** Files of strangers are read as their cross-references say, and repaired only if those are wrong. */
import { PDFDocument, PDFHeader, PDFName, PDFNull, PDFRawStream, PDFString } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { importPdf } from '../../../../src/pdf/import/open-foreign'
import { merge } from '../../../../src/pdf/merge/merge'
import { pageContent } from '../../../../src/pdf/pdfa/objects'
import { writePdf } from '../../../../src/pdf/write/write-pdf'
import { catalog, onePage, page, type RoughPdf, roughPdf, withOnePage, xref } from '../../../fuzz/pdfs/rough'
import { blankPdf, inflatingPdf } from '../../../support/pdfs'

const file = (bytes: Uint8Array) => ({ name: 'offer.pdf', pointer: '/options/attachments/0', bytes })
const open = async (bytes: Uint8Array) => importPdf(file(bytes))
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

/** The content of the first page. */
async function contentOf(bytes: Uint8Array): Promise<string> {
  const { document } = await open(bytes)
  return pageContent(document.getPage(0))
}

describe('the pages of an appended file', () => {
  it('keep what they inherit, also if an earlier page leads to them', async () => {
    const link = '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[4 0 R/Fit]>>'
    const root =
      '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 300 200]/Rotate 90/Resources<</Font<<>>>>>>'
    const objects = [
      catalog,
      root,
      `<</Type/Page/Parent 2 0 R/Annots[${link}]>>`,
      '<</Type/Page/Parent 2 0 R>>',
    ]
    const document = await PDFDocument.load(await blankPdf())
    await merge(document, [file(roughPdf({ objects }))])
    const written = await PDFDocument.load(writePdf(document.context, { objectStreams: false }))
    for (const index of [1, 2]) {
      const appended = written.getPage(index)
      expect([appended.getWidth(), appended.getHeight(), appended.getRotation().angle]).toEqual([
        300, 200, 90,
      ])
      expect(appended.node.Resources()?.has(PDFName.of('Font'))).toBe(true)
    }
  })

  it('are two if one is listed twice', async () => {
    const objects = [catalog, '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>', page()]
    const { document } = await open(roughPdf({ objects }))
    const [first, second] = document.getPages()
    expect(document.getPageCount()).toBe(2)
    expect(first?.node).not.toBe(second?.node)
  })

  it.each([
    ['a catalog without a type', { root: '', catalogText: '<</Pages 2 0 R>>' }],
    ['a node without a type', { tree: '<</Kids[3 0 R]/Count 1>>' }],
    ['a node of a wrong type', { tree: '<</Type/Page/Kids[3 0 R]/Count 1>>' }],
    ['a page of a wrong type', { leaf: '<</Type/Font/Parent 2 0 R/MediaBox[0 0 9 9]>>' }],
    [
      'a page that stands in the list itself',
      { tree: '<</Type/Pages/Kids[<</MediaBox[0 0 9 9]>>]/Count 1>>' },
    ],
  ])(
    'are found with %s',
    async (_, {
      catalogText = catalog,
      tree = onePage,
      leaf = page(),
    }: { catalogText?: string; tree?: string; leaf?: string }) => {
      const { document } = await open(roughPdf({ objects: [catalogText, tree, leaf] }))
      expect(document.getPageCount()).toBe(1)
    },
  )

  it.each(['[0 0 0 0]', '[9 9 9 50]', '[0 0 9]', 'null', '[0 0 (9) 9]'])(
    'have the size that readers show them in, where a box is %s',
    async (box) => {
      const leaf = `<</Type/Page/Parent 2 0 R/MediaBox${box}/CropBox${box}>>`
      const { document } = await open(roughPdf({ objects: [catalog, onePage, leaf] }))
      expect(document.getPage(0).getMediaBox()).toEqual({ x: 0, y: 0, width: 612, height: 792 })
      expect(document.getPage(0).getCropBox()).toEqual({ x: 0, y: 0, width: 612, height: 792 })
    },
  )

  it('have their boxes in numbers, also if these are objects of their own', async () => {
    const leaf = '<</Type/Page/Parent 2 0 R/MediaBox[4 0 R 4 0 R 5 0 R 5 0 R]/CropBox 6 0 R>>'
    const objects = [catalog, onePage, leaf, '0', '50', '[0 0 5 0 R 40]']
    const { document } = await open(roughPdf({ objects }))
    const { node } = document.getPage(0)
    const boxes = ['MediaBox', 'CropBox'].map((key) => String(node.get(PDFName.of(key))))
    expect(boxes).toEqual(['[ 0 0 50 50 ]', '[ 0 0 50 40 ]'])
  })

  it('that are not there are told', async () => {
    const objects = [catalog, '<</Type/Pages/Kids[3 0 R 9 0 R]/Count 2>>', page()]
    expect((await open(roughPdf({ objects }))).warnings).toEqual(['lacks 1 of its pages'])
  })
})

describe('objects are found by the cross-references', () => {
  const content = 'BT /F1 24 Tf (live) Tj ET'
  const leaf = '/Contents 4 0 R'

  it('so that a copy that nothing leads to is no object', async () => {
    const dead = '4 0 obj\n<</Length 4>>\nstream\ndead\nendstream\nendobj\n'
    const bytes = withOnePage({
      leaf,
      more: [{ data: content }],
      table: (offsets) => `${dead}${xref(offsets)}`,
      startxref: (start) => String(start + dead.length),
    })
    expect(await contentOf(bytes)).toBe(content)
  })

  it('so that a deleted object stays away', async () => {
    const first = withOnePage({ leaf, more: [{ data: content }] })
    const previous = /startxref\s+(\d+)/.exec(latin1(first))?.[1]
    const trailer = `trailer\n<</Size 5/Root 1 0 R/Prev ${previous}>>`
    const update = `xref\n4 1\n0000000000 00001 f \n${trailer}\nstartxref\n${first.length}\n%%EOF\n`
    expect(await contentOf(bytesOf(latin1(first) + update))).toBe('')
  })

  it.each([
    ['the word stream', 'BT (live stream flows\n stream ) Tj ET'],
    ['the word endstream', 'BT (\nendstream\nendobj\n) Tj ET'],
    ['an end of line', 'BT (x) Tj ET\r'],
  ])('and streams by an indirect length, with %s in them', async (_, data) => {
    const more = [{ data, length: '5 0 R' }, String(data.length)]
    expect(await contentOf(withOnePage({ leaf, more }))).toBe(data)
  })

  it('and names are unescaped once', async () => {
    const { document } = await open(withOnePage({ leaf: '/X/#23d8' }))
    expect(document.getPage(0).node.get(PDFName.of('X'))?.toString()).toBe('/#23d8')
  })

  const damages: [string, Partial<RoughPdf>][] = [
    ['offsets that are wrong', { table: (offsets) => xref(offsets.map((offset) => offset + 7)) }],
    ['no table', { table: () => '' }],
    ['a startxref that leads nowhere', { startxref: () => '99999' }],
  ]
  it.each(damages)('and by reading the whole file after %s', async (_, damage) => {
    const bytes = withOnePage({ leaf, more: [{ data: content, length: '3' }], ...damage })
    const { document, warnings } = await open(bytes)
    expect(pageContent(document.getPage(0))).toBe(content)
    expect(warnings).toEqual(['was damaged and has been repaired'])
  })

  it.each(['<<>>', '<</Root 5 0 R>>'])(
    'and by the last catalog that leads to pages, with %s',
    async (trailer) => {
      const later = '<</Type/Catalog/Pages 99 0 R>>'
      const objects = [catalog, onePage, page(leaf), { data: content }, later]
      expect(await contentOf(roughPdf({ objects, table: () => '', trailer }))).toBe(content)
    },
  )

  it.each([
    ['a text', '<</Note (left open>>'],
    ['a text of a stream', { dictionary: '/Note (left open', data: 'BT ET' }],
  ])('and by reading what stands behind %s without its bracket', async (_, broken) => {
    const objects = [catalog, onePage, broken, page(leaf), { data: content }, 'its bracket)']
    const damaged = latin1(roughPdf({ objects, table: () => '' }))
    const renumbered = damaged
      .replace('3 0 obj', '9 0 obj')
      .replace('4 0 obj', '3 0 obj')
      .replace('5 0 obj', '4 0 obj')
    expect(await contentOf(bytesOf(renumbered))).toBe(content)
  })
})

describe('what is added to a file takes the number of nothing else', () => {
  it('if the trailer of a damaged file holds the catalog itself', async () => {
    const leaf = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'
    const tree = '<</Type/Pages/Kids[1 0 R]/Count 1>>'
    const trailer = '<</Root<</Type/Catalog/Pages 2 0 R>>>>'
    const { document } = await open(roughPdf({ objects: [leaf, tree], table: () => '', trailer }))
    expect(document.getPage(0).getSize()).toEqual({ width: 9, height: 9 })
  })

  it.each([4, 5, 4_294_967_295, 4_294_967_296, 1e16])(
    'if a page leads to an object %i that is not there',
    async (number) => {
      const { document } = await open(withOnePage({ leaf: `/X ${number} 0 R` }))
      expect(document.getPage(0).node.lookup(PDFName.of('X')) ?? PDFNull).toBe(PDFNull)
      const [one, other] = [document.context.nextRef(), document.context.nextRef()]
      expect(one).not.toBe(other)
    },
  )
})

describe('a good file is not refused', () => {
  it('with an object of a number of nine digits', async () => {
    const table = () => '999999999 0 obj\n(far)\nendobj\n'
    const { document } = await open(withOnePage({ leaf: '/X 999999999 0 R', table }))
    expect(document.getPage(0).node.lookup(PDFName.of('X'))?.toString()).toBe('(far)')
  })

  const sound = withOnePage({})
  it.each([
    ['without an end', latin1(sound).replace('%%EOF\n', '')],
    ['with three kilobytes behind its end', latin1(sound) + '\0'.repeat(3000)],
    ['with two kilobytes before its header', '\r\n'.repeat(1000) + latin1(sound)],
  ])('%s', async (_, text) => {
    const { document, warnings } = await open(bytesOf(text))
    expect([document.getPageCount(), warnings]).toEqual([1, []])
  })

  it('with packed objects that nobody reads, behind any filter', async () => {
    const more = [{ dictionary: '/Type/ObjStm/N 1/First 4/Filter/ASCIIHexDecode', data: '789c' }]
    expect((await open(withOnePage({ more }))).document.getPageCount()).toBe(1)
  })

  it('with contents that inflate to half a gigabyte, since nothing inflates them', async () => {
    expect((await open(inflatingPdf(25, 20 * 2 ** 20))).document.getPageCount()).toBe(1)
  })
})

describe('an encrypted file', () => {
  /** Encrypted by the library as its version of PDF knows it: RC4 of 40 and 128 bits, AES of 128 and 256. */
  async function encrypted(version: string, userPassword: string): Promise<Uint8Array> {
    const document = await PDFDocument.create()
    const [major = '1', minor = '7'] = version.split('.')
    document.context.header = PDFHeader.forVersion(Number(major), Number.parseInt(minor, 10))
    const { context } = document
    const made = document.addPage()
    made.node.set(
      PDFName.of('Contents'),
      context.register(PDFRawStream.of(context.obj({}), bytesOf('0 0 9 9 re f'))),
    )
    made.node.set(PDFName.of('Secret'), context.obj({ Text: PDFString.of('hidden') }))
    document.encrypt({ userPassword, ownerPassword: 'owner' })
    return document.save({ useObjectStreams: false })
  }

  it.each(['1.3', '1.4', '1.6', '1.7'])(
    'of PDF %s opens without a password if it asks for none',
    async (version) => {
      const bytes = await encrypted(version, '')
      expect(latin1(bytes)).not.toContain('0 0 9 9 re f')
      const { document } = await open(bytes)
      expect(pageContent(document.getPage(0))).toBe('0 0 9 9 re f')
      expect(document.context.trailerInfo.Encrypt).toBeUndefined()
    },
  )

  /** `bytes` with its crypt filters, and the one there is, as objects of their own, in an update of the file. */
  function withFiltersApart(bytes: Uint8Array, filter?: string): Uint8Array {
    const text = latin1(bytes)
    const [dictionary = '', inner = ''] = /\/CF\s*<<\s*\/StdCF\s*(<<[^>]*>>)\s*>>/.exec(text) ?? []
    const before = text.replace(dictionary, '/CF 98 0 R'.padEnd(dictionary.length))
    const objects = ['<</StdCF 99 0 R>>', filter ?? inner].map(
      (body, at) => `${98 + at} 0 obj${body}endobj\n`,
    )
    const starts = [before.length, before.length + (objects[0] ?? '').length]
    const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`)
    const [, trailer = ''] = /trailer\s*<<(.*?)>>\s*startxref/s.exec(text) ?? []
    const [, former = ''] = /startxref\s+(\d+)/.exec(text) ?? []
    const own = trailer.replace(/\/Size \d+/, '/Size 100')
    const body = before + objects.join('')
    return bytesOf(
      `${body}xref\n98 2\n${rows.join('')}trailer<<${own}/Prev ${former}>>startxref\n${body.length}\n%%EOF`,
    )
  }

  it.each(['1.6', '1.7'])(
    'of PDF %s opens if what describes its encryption is in objects of its own',
    async (version) => {
      const bytes = withFiltersApart(await encrypted(version, ''))
      expect(latin1(bytes)).toContain('/StdCF 99 0 R')
      expect(await contentOf(bytes)).toBe('0 0 9 9 re f')
    },
  )

  it.each([
    ['a method that nobody knows', '<</CFM/AESV9>>'],
    ['a method that is no name', '<</CFM 3>>'],
    ['a filter that is not described', 'null'],
  ])('with %s is refused, and never read as it stands', async (_, filter) => {
    const bytes = withFiltersApart(await encrypted('1.7', ''), filter)
    await expect(open(bytes)).rejects.toThrow(/encrypted/)
  })

  it.each(['<<>>', '<</CFM/None>>'])(
    'whose filter is %s encrypts nothing, and is read as it stands',
    async (filter) => {
      const bytes = withFiltersApart(await encrypted('1.7', ''), filter)
      const content = await contentOf(bytes)
      expect(content).not.toBe('')
      expect(latin1(bytes)).toContain(content)
    },
  )

  it('that asks for one is refused, and says so', async () => {
    await expect(open(await encrypted('1.6', 'secret'))).rejects.toThrow(/needs a password/)
  })

  it('opens with the password that is given for it, and says so if it is another', async () => {
    const locked = file(await encrypted('1.7', 'secret'))
    for (const password of ['secret', 'owner']) {
      const { document } = await importPdf({ ...locked, password })
      expect(pageContent(document.getPage(0))).toBe('0 0 9 9 re f')
    }
    const error = await importPdf({ ...locked, password: 'other' }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'asset_failed', errors: [{ pointer: locked.pointer }] })
    expect(String(error)).toMatch(/the password given for it does not open it/)
  })
})
