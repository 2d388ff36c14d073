import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PDFDict, PDFDocument, PDFHexString, PDFName, type PDFObject, PDFString } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../src/errors'
import { importPdf } from '../../../src/pdf/import/open-foreign'
import { finishWith } from '../../support/finishing'
import { blankPdf, handmadePdf, linksPdf } from '../../support/pdfs'

const catalog = '<</Type/Catalog/Pages 2 0 R>>'

/** A file whose second object packs others; `end` stands between the keyword and its data. */
function packedPdf(dictionary: string, data: Uint8Array, end = '\n'): Uint8Array {
  const head = `%PDF-1.7\n1 0 obj\n[/LZWDecode]\nendobj\n2 0 obj\n<</Type/ObjStm/N 1/First 4${dictionary}/Length ${data.length}>>\nstream${end}`
  const tail = '\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n'
  return new Uint8Array(Buffer.concat([Buffer.from(head), data, Buffer.from(tail)]))
}

async function reasonOf(bytes: Uint8Array): Promise<string> {
  const file = { name: 'offer.pdf', pointer: '/options/attachments/0', bytes }
  const error = await importPdf(file).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Problem)) return `no Problem but ${error}`
  expect(error.code).toBe('asset_failed')
  expect(error.message).toMatch(/^The file offer\.pdf /)
  expect(error.errors?.[0]?.pointer).toBe('/options/attachments/0')
  return error.message
}

describe('a PDF that cannot be merged is refused with the reason', () => {
  const text = (content: string) => new TextEncoder().encode(content)

  it('HTML', async () => expect(await reasonOf(text('<!doctype html><p>404'))).toContain('HTML'))
  it('nothing at all', async () => expect(await reasonOf(text(''))).toContain('is empty'))
  it('any other bytes', async () => expect(await reasonOf(text('PK\x03\x04 zip'))).toContain('is no PDF'))
  it('more than 20 MB', async () => {
    const large = new Uint8Array(20 * 2 ** 20 + 1)
    large.set(await blankPdf())
    expect(await reasonOf(large)).toContain('larger than 20 MB')
  })
  it('a truncated file', async () => {
    expect(await reasonOf(linksPdf().subarray(0, 9_000))).toContain('truncated')
  })
  it('an encrypted file', async () => {
    const document = await PDFDocument.create()
    document.addPage()
    document.encrypt({ userPassword: 'secret' })
    expect(await reasonOf(await document.save())).toContain('encrypted')
  })
  it('10,000 pages', async () => {
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'
    const kids = Array.from({ length: 10_000 }, (_, index) => `${index + 3} 0 R`).join(' ')
    const tree = `<</Type/Pages/Kids[${kids}]/Count 10000>>`
    expect(await reasonOf(handmadePdf([catalog, tree, ...Array<string>(10_000).fill(page)]))).toContain(
      '500 pages',
    )
  })
  it('a page tree of more than 10,000 nodes', async () => {
    const tree = `<</Type/Pages/Kids[${'3 0 R '.repeat(10_000)}]/Count 0>>`
    expect(await reasonOf(handmadePdf([catalog, tree, '<</Type/Pages/Kids[]/Count 0>>']))).toContain(
      'a page tree of more than 10,000 nodes',
    )
  })
  it('pages within each other, more than a hundred', async () => {
    const nodes = Array.from({ length: 102 }, (_, index) => `<</Type/Pages/Kids[${index + 3} 0 R]/Count 1>>`)
    expect(await reasonOf(handmadePdf([catalog, ...nodes]))).toContain('nests its pages more than 100 deep')
  })
  it('pages in a cycle', async () => {
    const root = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
    const inner = '<</Type/Pages/Parent 2 0 R/Kids[2 0 R]/Count 1>>'
    expect(await reasonOf(handmadePdf([catalog, root, inner]))).toContain('cycle')
  })
  it('a page that is not there', async () => {
    expect(await reasonOf(handmadePdf([catalog, '<</Type/Pages/Kids[9 0 R]/Count 1>>']))).toContain('missing')
  })
  it('no pages', async () => {
    expect(await reasonOf(handmadePdf([catalog, '<</Type/Pages/Kids[]/Count 0>>']))).toContain('no pages')
  })
  it('arrays within arrays without end', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(await reasonOf(handmadePdf([catalog, deep]))).toMatch(/broken/)
  })
  it('objects packed with a filter that hides how large they get', async () => {
    const data = new TextEncoder().encode('789c')
    const packed = { dictionary: '/Type/Obj#53tm/N 1/First 4/Filter[/ASCIIHexDecode/FlateDecode]', data }
    expect(await reasonOf(packedPdf(packed.dictionary, data))).toContain('filter')
  })
  const much = deflateSync(new Uint8Array(2 ** 26))
  it.each([
    ['a space before the end of the line', ' \r\n'],
    ['half an end of a line', '\r'],
    ['no end of a line', ''],
  ])('packed objects that inflate to gigabytes, behind %s', async (_, end) => {
    expect(await reasonOf(packedPdf('/Filter/FlateDecode', much, end))).toContain('inflates to more')
  })
  it('packed objects that are deflated twice', async () => {
    const twice = deflateSync(much)
    expect(await reasonOf(packedPdf('/Filter[/FlateDecode/FlateDecode]', twice))).toContain('filter')
  })
  it('packed objects whose filter is told elsewhere', async () => {
    expect(await reasonOf(packedPdf('/Filter 1 0 R', deflateSync(new Uint8Array(9))))).toContain('filter')
  })
  it('packed objects whose dictionary hides what they are', async () => {
    const hidden = `/Filter/LZWDecode/X(${' '.repeat(3000)} 9 0 obj)`
    expect(await reasonOf(packedPdf(hidden, new Uint8Array(9)))).toContain('filter')
  })
  it('packed objects that lead readers astray', async () => {
    // A distance that reaches before the beginning: some stop there, some go on.
    const astray = Uint8Array.from([0x78, 0x9c, 0x4b, 0x04, 0x92, 0x00])
    expect(await reasonOf(packedPdf('/Filter/FlateDecode', astray))).toContain('is broken')
  })
  it('many streams of packed objects that inflate to half a gigabyte together', async () => {
    const data = deflateSync(new Uint8Array(30 * 2 ** 20).fill(0x20))
    const packed = { dictionary: '/Type/ObjStm/N 0/First 0/Filter/FlateDecode', data }
    expect(await reasonOf(handmadePdf(Array(9).fill(packed)))).toContain('inflates to more')
  })
})

describe('a PDF that can be merged loses what acts by itself', () => {
  it('scripts, launches, remote targets, form submission, embedded programs and additional actions', async () => {
    const document = await PDFDocument.create()
    const page = document.addPage()
    const { context } = document
    const actions = [
      { S: 'JavaScript', JS: PDFString.of('app.alert(1)') },
      { S: 'Launch', F: PDFString.of('cmd.exe') },
      { S: 'GoToR', F: PDFString.of('other.pdf'), D: [0, 'Fit'] },
      { S: 'GoToE', D: [0, 'Fit'] },
      { S: 'SubmitForm', F: PDFString.of('https://example.com') },
      { S: 'URI', URI: PDFString.of('javascript:alert(1)') },
      { S: 'URI', URI: PDFString.of('https://example.com/kept'), Next: { S: 'Launch' } },
    ]
    const links = actions.map((A) =>
      context.register(context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A })),
    )
    const file = { Type: 'Filespec', F: PDFString.of('beside.exe') }
    const program = context.register(
      context.obj({ Type: 'Annot', Subtype: 'FileAttachment', Rect: [0, 0, 9, 9], FS: file }),
    )
    document.catalog.set(
      PDFName.of('StructTreeRoot'),
      context.obj({ K: [{ S: 'Annot', K: [{ Type: 'OBJR', Obj: program }] }] }),
    )
    page.node.set(PDFName.of('Annots'), context.obj([...links, program]))
    page.node.set(PDFName.of('AA'), context.obj({ O: { S: 'JavaScript', JS: PDFString.of('app.beep()') } }))
    document.catalog.set(
      PDFName.of('OpenAction'),
      context.obj({ S: 'JavaScript', JS: PDFString.of('app.beep()') }),
    )
    document.addJavaScript('main', 'app.alert(2)')
    await document.attach(new Uint8Array([77, 90]), 'virus.exe')

    const bytes = await document.save({ useObjectStreams: false })
    const { document: loaded } = await importPdf({ name: 'x.pdf', pointer: '', bytes })
    const left = [
      loaded.catalog,
      loaded.getPage(0).node,
      ...(loaded.getPage(0).node.Annots()?.asArray() ?? []),
    ]
    const text = left.map((object) => String(loaded.context.lookup(object))).join('\n')
    for (const gone of [
      'JavaScript',
      'Launch',
      'GoToR',
      'GoToE',
      'SubmitForm',
      'alert',
      'FileAttachment',
      'EmbeddedFiles',
      '/AA',
    ]) {
      expect(text).not.toContain(gone)
    }
    expect(text).toContain('https://example.com/kept')
    expect(loaded.getPage(0).node.Annots()?.size()).toBe(actions.length)
    // Tags led there, too.
    expect(loaded.context.enumerateIndirectObjects().map(String).join()).not.toContain('beside.exe')
  })

  /** What is left of one link's action once its file was loaded: the address or name, or nothing. */
  async function keptAction(action: (document: PDFDocument) => PDFObject, key = 'A') {
    const document = await PDFDocument.create()
    const { context } = document
    const link = context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], [key]: action(document) })
    document.addPage().node.set(PDFName.of('Annots'), context.obj([context.register(link)]))
    const bytes = await document.save({ useObjectStreams: false })
    const { document: loaded } = await importPdf({ name: 'x.pdf', pointer: '', bytes })
    const left = loaded.getPage(0).node.Annots()?.lookup(0, PDFDict)
    const kept = left?.lookup(PDFName.of(key))
    return kept === undefined ? undefined : String(kept)
  }

  const uri = (address: PDFObject) => (document: PDFDocument) =>
    document.context.obj({ S: 'URI', URI: address })

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\tscript:alert(1)',
    '\x01javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'ms-msdt:/id PCWDiagnostic',
    'search-ms:query=x&crumb=location:server',
    'smb://server/share',
    'C:\\Windows\\system32\\cmd.exe',
    '\\\\server\\share\\x',
    '//server/share',
    '/\\server/share',
  ])('a link to %j', async (address) => {
    expect(await keptAction(uri(PDFString.of(address.replaceAll('\\', '\\\\'))))).toBeUndefined()
    expect(await keptAction(uri(PDFHexString.fromText(address)))).toBeUndefined()
  })

  it.each([
    'https://example.com/a?b=c:d#e',
    'HTTP://EXAMPLE.COM',
    'https://example.com/my file.pdf',
    'mailto:a@example.com',
    'tel:+491234',
    'other.html#top',
    '/a/b:c',
    '?page=2',
    '#top',
  ])('but no link to %j', async (address) => {
    expect(await keptAction(uri(PDFString.of(address.replaceAll('\\', '\\\\'))))).toContain('/URI')
    expect(await keptAction(uri(PDFHexString.fromText(address)))).toContain('/URI')
  })

  it.each<[string, (document: PDFDocument) => PDFObject, string?]>([
    [
      'a script whose type stands elsewhere',
      ({ context }) => {
        const S = context.register(PDFName.of('JavaScript'))
        return context.obj({ S, JS: PDFString.of('app.alert(1)') })
      },
    ],
    [
      'a script behind two references',
      ({ context }) => context.register(context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') })),
    ],
    ['a type that is no name', ({ context }) => context.obj({ S: PDFString.of('JavaScript') })],
    ['a named action of some program', ({ context }) => context.obj({ S: 'Named', N: 'SaveAs' })],
    ['a rendition', ({ context }) => context.obj({ S: 'Rendition', JS: PDFString.of('app.alert(1)') })],
    ['an action of a web capture', ({ context }) => context.obj({ S: 'Launch' }), 'PA'],
  ])('%s', async (_, action, key) => {
    expect(await keptAction(action, key)).toBeUndefined()
  })

  it('but not the way to the next page', async () => {
    expect(await keptAction(({ context }) => context.obj({ S: 'Named', N: 'NextPage' }))).toContain(
      'NextPage',
    )
  })

  it('contents from other files', async () => {
    const document = await PDFDocument.create()
    const page = document.addPage()
    const specification = { Type: 'Filespec', F: PDFString.of('\\\\server\\share\\x') }
    const form = document.context.stream('', {
      ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], FFilter: 'FlateDecode' },
      ...{ F: specification, Ref: { F: specification, Page: 0 }, OPI: { '2.0': { F: specification } } },
    })
    page.node.newXObject('X', document.context.register(form))
    const bytes = await document.save({ useObjectStreams: false })
    expect(Buffer.from(bytes).toString('latin1')).toContain('server')
    const { bytes: merged } = await finishWith(linksPdf(), {
      attachments: [{ name: 'x.pdf', pointer: '', bytes }],
    })
    const text = Buffer.from(merged).toString('latin1')
    expect(text).toContain('/XObject')
    expect(text).not.toContain('server')
    expect(text).not.toContain('/OPI')
  })
})

describe('a damaged PDF', () => {
  it('is either merged or refused by name, wherever the damage is', async () => {
    const mutation = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      text: fc.constantFrom(
        '/Kids',
        '/Parent',
        '/Next',
        '<<',
        '>>',
        ']',
        'endobj',
        'stream',
        ' null ',
        '(',
        '99',
        '\0',
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 8 }), async (mutations) => {
        const bytes = linksPdf()
        for (const { at, text } of mutations)
          bytes.set(Buffer.from(text), Math.floor(at * (bytes.length - 8)))
        const attachments = [{ name: 'damaged.pdf', pointer: '/options/attachments/0', bytes }]
        const outcome = await finishWith(linksPdf(), { attachments, compress: true }).catch(
          (error: unknown) => error,
        )
        if (outcome instanceof Problem) expect(outcome.message).toMatch(/^The file damaged\.pdf /)
        else expect(outcome).toMatchObject({ pages: expect.any(Number) })
      }),
      { numRuns: 40, seed: 7 },
    )
  })
})
