/** `POST /v1/finish` as a caller sees it: what is put together, in which order, for whom and for how much. */
import { env } from 'cloudflare:test'
import { unzipSync } from 'fflate'
import { AFRelationship, PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareFacturX } from '../../src/e-invoice/facturx'
import { services } from '../fixtures/invoices'
import { newAccount } from '../support/accounts'
import { get, post } from '../support/http'
import { readPdf } from '../support/pdf'
import { blankPdf, formPdf, handmadePdf } from '../support/pdfs'
import { pdfUrl, samplePdf } from '../support/sample-pdf'
import { applySchema } from '../support/schema'
import { send } from '../support/send'

beforeAll(() => applySchema())

type Problem = { code: string; detail: string; errors: { pointer: string; message: string }[] }

const finish = (key: string, body: unknown, headers?: Record<string, string>) =>
  post('/v1/finish', key, body, headers)

async function finished(key: string, body: unknown) {
  const response = await finish(key, body)
  if (response.status !== 200) expect.unreachable(`${response.status} ${await response.text()}`)
  const bytes = await response.bytes()
  return { headers: response.headers, bytes, pdf: await readPdf(bytes) }
}

async function refused(key: string, body: unknown) {
  const response = await finish(key, body)
  return { status: response.status, ...(await response.json<Problem>()) }
}

const invoiceXml = () => {
  const made = prepareFacturX({ invoice: services })
  if (!('xml' in made)) throw new Error('there is no invoice')
  return made.xml
}

const textsOf = ({ pages }: { pages: { text: string }[] }) => pages.map(({ text }) => text.trim())

async function filesIn(bytes: Uint8Array) {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  return document
    .getAttachments()
    .map(({ name, data, description, afRelationship: relationship }) => ({
      ...{ name, text: new TextDecoder().decode(data), description, relationship },
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Pages that share one image. */
function sharedImage({ pages, bytes }: { pages: number; bytes: number }): Uint8Array {
  const page =
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 3 0 R/Resources<</XObject<</I 4 0 R>>>>>>'
  const kids = Array.from({ length: pages }, (_, index) => `${index + 5} 0 R`)
  return handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages}>>`,
    { dictionary: '', data: new TextEncoder().encode('q 90 0 0 90 0 0 cm /I Do Q') },
    {
      dictionary: `/Type/XObject/Subtype/Image/Width 1000/Height ${bytes / 1000}/ColorSpace/DeviceGray/BitsPerComponent 8`,
      data: new Uint8Array(bytes),
    },
    ...kids.map(() => page),
  ])
}

const one = await samplePdf({ name: 'one', pages: 3 })
const two = await samplePdf({ name: 'two', pages: 2 })
const blank = await blankPdf()
const rich = await samplePdf({ name: 'rich', pages: 5, rich: true })

describe('POST /v1/finish', () => {
  it('puts files together in order, each with its pages and rotation, for 1 credit and 1 for each further file', async () => {
    const { key } = await newAccount({ credits: 10 })
    const { headers, bytes, pdf } = await finished(key, {
      files: [
        pdfUrl(one, 'one.pdf'),
        { url: pdfUrl(two), pages: '2,1,2', rotate: 90 },
        { url: pdfUrl(one), pages: '3-' },
      ],
    })
    expect(textsOf(pdf)).toEqual([
      'one page 1',
      'one page 2',
      'one page 3',
      'two page 2',
      'two page 1',
      'two page 2',
      'one page 3',
    ])
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    expect(document.getPages().map((page) => page.getRotation().angle)).toEqual([0, 0, 0, 90, 90, 90, 0])
    expect(document.getTitle()).toBe('one title')
    expect(document.getAuthor()).toBe('Ada Lovelace')
    expect(headers.get('x-page-count')).toBe('7')
    expect(headers.get('x-credits-charged')).toBe('3')
    expect(headers.get('content-disposition')).toContain('one title.pdf')
    expect(headers.get('server-timing')).not.toContain('render')
  })

  it('takes along what belongs to the pages and nothing of the others', async () => {
    const { key } = await newAccount({ credits: 10 })
    const { bytes, pdf } = await finished(key, { files: [{ url: pdfUrl(rich), pages: '2-3' }] })
    expect(textsOf(pdf)).toEqual(['rich page 2', 'rich page 3'])
    expect(pdf.outline).toEqual(['Item 2', 'Item 3'])
    expect(pdf.lang).toBe('en')
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    expect(
      document
        .getForm()
        .getFields()
        .map((field) => field.getName()),
    ).toEqual(['field 2', 'field 3'])
    expect(document.catalog.toString()).toContain('/PageLabels')
    const pages = document.context
      .enumerateIndirectObjects()
      .filter(([, object]) => /\/Type \/Page\n/.test(object.toString()))
    expect(pages).toHaveLength(2)
    const whole = document.context.enumerateIndirectObjects().map(([, object]) => object.toString())
    const hidden = Buffer.from('secret 5', 'utf16le').swap16().toString('hex')
    expect(whole.filter((text) => text.toLowerCase().includes(hidden))).toEqual([])
  })

  it('opens what a password protects, and protects what it makes', async () => {
    const { key } = await newAccount({ credits: 10 })
    const locked = await finish(key, { files: [pdfUrl(one)], options: { password: 'open sesame' } })
    const url = pdfUrl(await locked.bytes())
    expect(await refused(key, { files: [url] })).toMatchObject({ status: 422, code: 'asset_failed' })
    const wrong = await refused(key, { files: [{ url, password: 'guess' }] })
    expect(wrong.errors[0]).toMatchObject({ pointer: '/files/0' })
    expect(wrong.detail).toContain('the password given for it does not open it')
    const { pdf } = await finished(key, { files: [{ url, password: 'open sesame', pages: '1' }] })
    expect(textsOf(pdf)).toEqual(['one page 1'])
  })

  it('finishes like a document of our own, and says what was verified', async () => {
    const { key } = await newAccount({ credits: 10 })
    const { headers, pdf } = await finished(key, {
      files: [pdfUrl(blank)],
      options: { pdf_format: 'PDF/A-3b', title: 'Of mine', author: 'Me', compress: true, filename: 'kept' },
    })
    expect(headers.get('x-conformance')).toContain('PDF/A-3b')
    expect(headers.get('content-disposition')).toContain('kept.pdf')
    expect(headers.get('x-credits-charged')).toBe('2')
    expect(pdf.title).toBe('Of mine')
  })

  it('takes files of a form in the order of its parts, or as `files` names them', async () => {
    const { key } = await newAccount({ credits: 20 })
    const form = (fields: Record<string, string>) => {
      const body = new FormData()
      body.append('file', new File([one as Uint8Array<ArrayBuffer>], 'one.pdf', { type: 'application/pdf' }))
      body.append('file', new File([two as Uint8Array<ArrayBuffer>], 'two.pdf', { type: 'application/pdf' }))
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      return body
    }
    const sent = async (body: FormData, headers: Record<string, string> = {}) => {
      const { SELF } = await import('cloudflare:test')
      return await SELF.fetch('https://platen.test/v1/finish', {
        ...{ method: 'POST', body, headers: { 'x-api-key': key, ...headers } },
      })
    }
    const plain = await sent(form({ options: '{"title":"Both"}' }))
    expect(plain.status).toBe(200)
    const both = await readPdf(await plain.bytes())
    expect([both.title, both.pages.length]).toEqual(['Both', 5])
    const files = '[{"upload":"two.pdf","pages":"2"},{"upload":"one.pdf","pages":"1"}]'
    const named = await sent(form({ files }), { 'idempotency-key': 'form' })
    const bytes = await named.bytes()
    expect(textsOf(await readPdf(bytes))).toEqual(['two page 2', 'one page 1'])
    const again = await sent(form({ files }), { 'idempotency-key': 'form' })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await again.bytes()).toEqual(bytes)
    const unnamed = await sent(form({ files: '[{"upload":"two.pdf"},{"upload":"three.pdf"}]' }))
    expect(await unnamed.json<Problem>()).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/files/1/upload' }, { pointer: '/file' }],
    })
  })

  it('takes the file of a task of the same account and mode, and of no other', async () => {
    const owner = await newAccount({ credits: 10 })
    const other = await newAccount({ credits: 10 })
    const tester = await newAccount({ credits: 10, mode: 'test' })
    const first = await finish(owner.key, { files: [pdfUrl(one)] }, { 'idempotency-key': 'a' })
    const task_id = first.headers.get('x-task-id') ?? ''
    const { pdf } = await finished(owner.key, { files: [{ task_id, pages: '2' }] })
    expect(textsOf(pdf)).toEqual(['one page 2'])
    for (const { key } of [other, tester]) {
      const problem = await refused(key, { files: [{ task_id }] })
      expect(problem).toMatchObject({ status: 404, errors: [{ pointer: '/files/0/task_id' }] })
    }
    await env.FILES.delete(`files/${task_id}`)
    expect(await refused(owner.key, { files: [{ task_id }] })).toMatchObject({
      ...{ status: 422, code: 'asset_failed', errors: [{ pointer: '/files/0' }] },
    })
  })

  it('never reads the file of a task with a key that may not read', async () => {
    const { key } = await newAccount({ credits: 10, scopes: ['render'] })
    expect(await refused(key, { files: [{ task_id: 'tsk_any' }] })).toMatchObject({ status: 403 })
  })

  it('refuses what the request alone shows to be wrong, all at once', async () => {
    const { key } = await newAccount({ credits: 10 })
    const problem = await refused(key, {
      files: ['http://127.0.0.1/a.pdf', { url: pdfUrl(one), task_id: 'tsk_1' }, { upload: 'a' }, {}],
      options: { pdf_format: 'PDF/A-2b', password: 'x' },
    })
    expect(problem.status).toBe(400)
    expect(problem.errors.map(({ pointer }) => pointer)).toEqual([
      '/options/password',
      '/options/pdf_format',
      '/files/0',
      '/files/1',
      '/files/2/upload',
      '/files/3',
    ])
    expect((await refused(key, { files: [] })).errors).toMatchObject([{ pointer: '/files' }])
    expect((await refused(key, { files: [{ url: pdfUrl(one), pages: '3-1' }] })).status).toBe(400)
  })

  it('charges nothing for files that cannot be used, and names them', async () => {
    const { key } = await newAccount({ credits: 2 })
    const broken = await refused(key, { files: [pdfUrl(one), 'data:text/plain,hello'] })
    expect(broken).toMatchObject({ status: 422, errors: [{ pointer: '/files/1' }] })
    const beyond = await refused(key, { files: [{ url: pdfUrl(one, 'one.pdf'), pages: '7' }] })
    expect(beyond.detail).toBe(
      'The file one.pdf has 3 pages, and none of those that `pages` names. Send another file or leave it out.',
    )
    const pages = Array.from({ length: 200 }, () => '1-').join()
    const bomb = await refused(key, { files: [{ url: pdfUrl(rich), pages: pages.concat(',1') }] })
    expect(bomb.detail).toContain('would have 1001 pages, more than 1000')
    const missing = await finished(key, { files: [{ url: pdfUrl(one, 'one.pdf'), pages: '1,9' }] })
    expect(missing.headers.get('x-warnings')).toBe('/files/0: one.pdf has no page 9')
    expect(missing.headers.get('x-credits-left')).toBe('1')
    expect(
      await refused(key, { files: [{ url: pdfUrl(one), pages: '1,9' }], options: { strict: true } }),
    ).toMatchObject({ status: 422, code: 'strict_warning' })
  })

  it('costs as much as it says before anything is done', async () => {
    const { key } = await newAccount({ credits: 1 })
    const problem = await refused(key, { files: [pdfUrl(one), pdfUrl(two)] })
    expect(problem).toMatchObject({ status: 402, code: 'insufficient_credits' })
    const free = await newAccount({ credits: 5, plan: 'Free' })
    expect(await refused(free.key, { files: [pdfUrl(one)], options: { password: 'x' } })).toMatchObject({
      status: 403,
    })
  })

  it('gives an address for `return_type: "url"`, and stamps what a test key makes', async () => {
    const { key } = await newAccount({ credits: 0, mode: 'test' })
    const response = await finish(key, { files: [pdfUrl(one)], return_type: 'url' })
    const { url } = await response.json<{ url: string }>()
    const file = await send('GET', url.replace('https://platen.test', ''))
    const document = await PDFDocument.load(await file.bytes())
    expect(document.getPageCount()).toBe(3)
    expect(document.getPage(0).node.Resources()?.toString()).toContain('TestStamp')
  })

  it('fills a form, numbers pages and splits the whole into a ZIP', async () => {
    const { key } = await newAccount({ credits: 5 })
    const options = {
      ...{ fields: { 'field 1': 'Grace Hopper' }, flatten: true, page_numbers: { format: 'no. {page}' } },
      ...{
        stamp: [
          { text: 'PAID 5 €', pages: '1, 9', color: '#c00000', position: 'top-left' },
          { text: 'copy' },
        ],
      },
      ...{ split: { every: 3 }, filename: 'parts' },
    }
    const response = await finish(key, { files: [pdfUrl(rich)], options })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toContain('parts.zip')
    expect(response.headers.get('x-page-count')).toBe('5')
    expect(response.headers.get('x-credits-charged')).toBe('1')
    expect(response.headers.get('x-warnings')).toContain('stamp: the document has no page 9')
    const files = Object.entries(unzipSync(await response.bytes()))
    expect(files.map(([name]) => name)).toEqual(['pages-1-3.pdf', 'pages-4-5.pdf'])
    const first = await readPdf(files[0]?.[1] ?? new Uint8Array())
    expect(first.pages[0]?.text).toContain('Grace Hopper')
    expect(first.pages[2]?.text).toContain('no. 3')
    expect(first.pages.map(({ text }) => [text.includes('PAID 5 €'), text.includes('copy')])).toEqual([
      [true, true],
      [false, true],
      [false, true],
    ])
    const both = { split: { every: 1 }, factur_x: true, embed_files: [pdfUrl(one)] }
    const problem = await refused(key, { files: [pdfUrl(one)], options: both })
    expect([problem.status, problem.errors.length]).toEqual([400, 4])
    const unknown = await refused(key, { files: [pdfUrl(rich)], options: { fields: { nobody: 'x' } } })
    expect(unknown).toMatchObject({ status: 422, errors: [{ pointer: '/options/fields/nobody' }] })
  })

  it('makes no more of a split than memory holds, however often ranges name a page', async () => {
    const { key } = await newAccount({ credits: 5 })
    const split = (file: Uint8Array, rule: object) =>
      refused(key, { files: [pdfUrl(file)], options: { split: rule } })
    const often = (times: number, range: string) => ({ ranges: Array.from({ length: times }, () => range) })
    for (const [file, rule, pointer, reason] of [
      [rich, often(1, `${'1-,'.repeat(250)}1`), 'ranges/0', 'would have 1251 pages'],
      [one, often(12, `${'1-,'.repeat(300)}1`), 'ranges/11', 'more than 10000 pages in all'],
    ] as const) {
      const problem = await split(file, rule)
      expect(problem).toMatchObject({ status: 422, errors: [{ pointer: `/options/split/${pointer}` }] })
      expect(problem.detail).toContain(reason)
    }
    // Each part has the image that all pages share.
    const large = sharedImage({ pages: 10, bytes: 4_000_000 })
    expect(await split(large, { every: 1 })).toMatchObject({
      status: 422,
      detail: expect.stringContaining('more than 32 MB'),
    })
    expect(await (await get('/v1/credits', key)).json()).toMatchObject({ credits_left: 5 })
  })

  it('shows what the fields of a form say beside the stamp of a test key', async () => {
    const { key } = await newAccount({ credits: 0, mode: 'test' })
    const { pdf } = await finished(key, {
      files: [pdfUrl(rich), pdfUrl(await formPdf('else', 'of another file'))],
      options: { fields: { 'field 1': 'Grace Hopper' } },
    })
    expect(textsOf(pdf)[0]).toContain('Grace Hopper')
    expect(textsOf(pdf)[1]).toContain('secret 2')
    expect(textsOf(pdf)[5]).toContain('of another file')
  })

  it('writes Latin letters in page numbers and form values, archival ones too, and names those that it cannot', async () => {
    const { key } = await newAccount({ credits: 5 })
    const options = {
      ...{ fields: { 'field 1': 'Łukasz, 5 €' }, page_numbers: { format: 'Página {page}\u00a0– Ła\u0301w' } },
      ...{ flatten: true, pdf_format: 'PDF/A-2b' },
    }
    const { headers, pdf } = await finished(key, { files: [{ url: pdfUrl(rich), pages: '1' }], options })
    expect(headers.get('x-conformance')).toContain('PDF/A-2b')
    expect(pdf.pages[0]?.text).toContain('Łukasz, 5 €')
    expect(pdf.pages[0]?.text.replace('\u00a0', ' ')).toContain('Página 1 – Łáw')
    const numbered = { page_numbers: { format: '{page}\n{pages}' } }
    expect(await refused(key, { files: [pdfUrl(one)], options: numbered })).toMatchObject({
      status: 400,
      errors: [{ pointer: '/options/page_numbers/format', message: expect.stringContaining('one line') }],
    })
    const filled = { fields: { 'field 1': 'Žofia Dąbrowska\u200b' } }
    expect(await refused(key, { files: [pdfUrl(rich)], options: filled })).toMatchObject({
      status: 422,
      errors: [
        { pointer: '/options/fields/field 1', message: expect.stringContaining('no “ą” (U+0105), U+200B.') },
      ],
    })
  })

  it('keeps the files that the first document brings, unless the level or a new file forbids them', async () => {
    const { key } = await newAccount({ credits: 20 })
    const document = await PDFDocument.load(blank)
    const related = { mimeType: 'text/csv', description: 'All rows', afRelationship: AFRelationship.Data }
    await document.attach(new TextEncoder().encode('a;b'), 'rows.csv', related)
    await document.attach(new TextEncoder().encode('MZ'), '..\\..\\tool.exe', {})
    const url = pdfUrl(await document.save())
    const embed_files = ['data:text/csv;name=rows.csv,c']
    const made = await finished(key, { files: [url, pdfUrl(two)], options: { embed_files } })
    expect(made.headers.get('x-warnings')).toBeNull()
    const files = filesIn(made.bytes)
    expect(await files).toEqual([
      { name: 'rows-2.csv', text: 'c', description: undefined, relationship: 'Unspecified' },
      { name: 'rows.csv', text: 'a;b', description: 'All rows', relationship: 'Data' },
      { name: 'tool.exe', text: 'MZ', description: undefined, relationship: 'Unspecified' },
    ])
    const archival = await finished(key, { files: [url], options: { pdf_format: 'PDF/A-3b' } })
    expect((await filesIn(archival.bytes)).map(({ name }) => name)).toEqual(['rows.csv', 'tool.exe'])
    for (const level of ['PDF/A-1b', 'PDF/A-2b']) {
      const { headers, bytes } = await finished(key, { files: [url], options: { pdf_format: level } })
      expect(headers.get('x-warnings')).toContain('lost its embedded file rows.csv: PDF/A-')
      expect(await filesIn(bytes)).toEqual([])
    }
    const appended = await finished(key, { files: [pdfUrl(one), url] })
    expect(appended.headers.get('x-warnings')).toContain('/files/1')
    expect(await filesIn(appended.bytes)).toEqual([])
  })

  it('takes the invoice that the first document carries, checked like any other', async () => {
    const { key } = await newAccount({ credits: 20 })
    const carrying = async (xml: string | Uint8Array, name: string) => {
      const document = await PDFDocument.load(blank)
      await document.attach(typeof xml === 'string' ? new TextEncoder().encode(xml) : xml, name, {})
      return pdfUrl(await document.save())
    }
    const options = { factur_x: true }
    const xml = invoiceXml()
    const made = await finished(key, { files: [await carrying(xml, 'old.xml'), pdfUrl(one)], options })
    expect(made.headers.get('x-factur-x')).toBe('EN 16931')
    expect(made.headers.get('x-warnings')).toBeNull()
    expect((await filesIn(made.bytes)).map(({ name, text }) => [name, text])).toEqual([
      ['factur-x.xml', new TextDecoder().decode(xml)],
    ])
    const broken = new TextDecoder()
      .decode(xml)
      .replace(/<ram:DuePayableAmount>[^<]*/, '<ram:DuePayableAmount>1')
    expect(await refused(key, { files: [await carrying(broken, 'factur-x.xml')], options })).toMatchObject({
      ...{ status: 422, errors: [{ pointer: '/files/0', rule: 'BR-CO-16' }] },
    })
    const prepared = await finished(key, { files: [pdfUrl(one)], options })
    expect(prepared.headers.get('x-factur-x')).toBe('prepared')
  })

  it('works in the background, alone and in a batch, with the webhook and passwords of queued work kept safe', async () => {
    const { key } = await newAccount({ credits: 10 })
    const locked = await finish(key, { files: [pdfUrl(one)], options: { password: 'open sesame' } })
    const files = [{ url: pdfUrl(await locked.bytes()), password: 'open sesame', pages: '2' }, pdfUrl(two)]
    const accepted = await finish(key, { files, async_mode: true, metadata: { order: 7 } })
    expect(accepted.status).toBe(202)
    const { task_id } = await accepted.json<{ task_id: string }>()
    const stored = await env.FILES.get(`inputs/${task_id}`)
    if (stored) expect(await stored.text()).not.toContain('open sesame')
    const ended = await get(`/v1/status/${task_id}?wait=30`, key)
    expect(await ended.json()).toMatchObject({
      ...{ status: 'completed', kind: 'finish', pages: 3, credits_charged: 2, metadata: { order: 7 } },
    })
    const batch = await post('/v1/batch', key, {
      endpoint: 'finish',
      entries: [{ files: [pdfUrl(one)] }, { files: [{ url: pdfUrl(two), pages: '1' }] }],
    })
    expect(batch.status).toBe(202)
    const { tasks } = await batch.json<{ tasks: { task_id: string }[] }>()
    const pages = await Promise.all(
      tasks.map(async (task) => {
        const response = await get(`/v1/status/${task.task_id}?wait=30`, key)
        return (await response.json<{ pages: number }>()).pages
      }),
    )
    expect(pages).toEqual([3, 1])
  })
})
