/** What a document that is heavy to finish costs its owner, and what it costs others. */
import { deflateSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { handmadePdf } from '../support/pdfs'
import { applySchema } from '../support/schema'
import { get, post, problemOf } from '../support/service'

beforeAll(() => applySchema())

const flate = (text: string) => ({
  dictionary: '/Filter/FlateDecode',
  data: new Uint8Array(deflateSync(text)),
})
const attached = (file: Uint8Array) => `data:application/pdf;base64,${Buffer.from(file).toString('base64')}`
const balance = async (account: { key: string }) => (await get(account, '/v1/credits')).json()

it('many gradients that blend on 15 pages are refused as PDF/A-1, with the count, and not charged', async () => {
  const account = await newAccount({ credits: 10 })
  const layer =
    '<i style="position:absolute;inset:0;mix-blend-mode:difference;background:conic-gradient(red,blue)"></i>'
  const page = `<div style="position:relative;height:100vh;break-after:page">${layer.repeat(6)}</div>`
  const html = `<!doctype html><html lang="en"><title>Plan</title><style>@page{margin:0}</style>${page.repeat(15)}`
  const problem = await problemOf({ html, goCreditMode: false, options: { pdf_format: 'PDF/A-1b' } }, account)
  expect(problem).toMatchObject({ status: 422, code: 'document_invalid' })
  expect(problem.detail).toMatch(/takes too much work: [\d,]+ pixels of at most [\d,]+\. PDF\/A-2b needs no/)
  expect(await balance(account)).toMatchObject({ credits_left: 10 })
})

it('thirty megabytes of operators in 30 KB are refused, with the count, and not charged', async () => {
  const account = await newAccount({ credits: 10 })
  const file = handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<<>>>>',
    flate('q '.repeat(15_000_000)),
  ])
  expect(file.length).toBeLessThan(40_000)
  const options = { pdf_format: 'PDF/A-2b', attachments: [attached(file)] }
  const problem = await problemOf({ html: '<p>Text', goCreditMode: false, options }, account)
  expect([problem.status, problem.detail]).toEqual([422, expect.stringMatching(/operators of at most/)])
  expect(await balance(account)).toMatchObject({ credits_left: 10 })
})

/** A tagged page whose fonts, so many of them, share a character map. */
function mappedPdf(map: string, fonts: number): Uint8Array {
  const numbers = Array.from({ length: fonts }, (_, index) => index)
  return handmadePdf([
    '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot<</Type/StructTreeRoot/ParentTree<</Nums[]>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<</Font<<${numbers.map((n) => `/F${n} ${n + 6} 0 R`).join('')}>>>>>>`,
    flate(numbers.map((n) => `BT 3 Tr /F${n} 12 Tf <0001> Tj ET`).join('\n')),
    flate(map),
    ...numbers.map(() => '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 5 0 R>>'),
  ])
}

it.each<[string, string, number, [number, unknown]]>([
  ['of one code without end', '1 beginbfrange <0000> <00FFFFFF> <0000> endbfrange', 1, [200, '']],
  [
    'of 400,000 ranges',
    `100 beginbfrange\n${'<0000> <ffff> <0000>\n'.repeat(400_000)}endbfrange\n`,
    1,
    [422, expect.stringContaining('character map')],
  ],
  [
    'that 100 fonts share',
    `100 beginbfrange\n${'<0000> <00ff> <0000>\n'.repeat(20_000)}endbfrange\n`,
    100,
    [200, ''],
  ],
  [
    'of 20,000 ranges that are divided at every byte',
    `100 beginbfrange\n${'<0000> <ffff> <0000>\n'.repeat(20_000)}endbfrange\n`,
    1,
    [422, expect.stringContaining('operators of at most')],
  ],
])('a character map %s costs little more than a small one', async (_, map, fonts, expected) => {
  const account = await newAccount({ credits: 10 })
  const timed = async (each: string) => {
    const options = { pdf_ua: true, title: 'T', lang: 'en', attachments: [attached(mappedPdf(each, fonts))] }
    const startedAt = performance.now()
    const answer = await post(account, { html: '<p>Text', goCreditMode: false, options })
    return { status: answer.status, text: await answer.text(), ms: performance.now() - startedAt }
  }
  const small = '1 beginbfrange\n<0000> <ffff> <0000>\nendbfrange'
  await timed(small)
  const plain = await timed(small)
  const hostile = await timed(map)
  expect(plain.status).toBe(200)
  expect([hostile.status, hostile.status === 422 ? hostile.text : '']).toEqual(expected)
  expect(hostile.ms).toBeLessThan(8 * plain.ms + 10_000)
})
