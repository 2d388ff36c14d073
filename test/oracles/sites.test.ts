/**
 * Pages of other projects by their address: a news page, a shop, a dashboard and a documentation site, which stand on a server
 * of this machine with all that they load. The files stay in `test/out/oracles/sites`, to be looked at.
 */
import { beforeAll, expect, inject, it } from 'vitest'
import documents from '../../scripts/corpus/documents.json'
import { lacking, solid } from '../../scripts/corpus/measure.mjs'
import { fetchPackages } from '../../scripts/corpus/packages.mjs'
import { readPng } from '../../src/qr/png-read'
import { newKey } from '../support/shared-account'
import { outFolder, pdfToText, save } from './tools'

const { origin, corpus } = inject('service')
const folder = outFolder('sites')
const PACKAGES = [
  ...['startbootstrap-blog-post', 'startbootstrap-shop-homepage', 'startbootstrap-sb-admin', 'docsify'],
  ...['bootstrap', 'chart.js-2', 'simple-datatables', '@fortawesome/fontawesome-free'],
]
/** Pixels of the window that pictures are made in. */
const WIDTH = 1280

let key: string
beforeAll(async () => {
  key = await newKey({ plan: 'Max', credits: 100 })
  await fetchPackages(
    Object.fromEntries(Object.entries(documents.packages).filter(([name]) => PACKAGES.includes(name))),
  )
})

async function print(body: object) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const answer = await fetch(`${origin}/v1/transform`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(answer.status, new TextDecoder().decode(bytes.subarray(0, 500))).toBe(200)
  return { bytes, warnings: decodeURIComponent(answer.headers.get('x-warnings') ?? '') }
}

/** Rows at the foot of a picture that all have the color of the last. */
function emptyRows({ width, height, rgba }: ReturnType<typeof readPng>): number {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height)
  const at = pixels.findLastIndex((pixel) => pixel !== pixels.at(-1))
  return height - 1 - Math.floor(at / width)
}

it.each<{ name: keyof typeof documents.documents; says: string; options?: object; foot: number }>([
  { name: 'site-news', says: 'Welcome to Blog Post! Commenter Categories Copyright', foot: 40 },
  {
    ...{
      name: 'site-shop',
      says: 'Shop in style Fancy Product $40.00 - $80.00 Add to cart Copyright',
      foot: 40,
    },
    options: { hide: ['.badge'] },
  },
  // Scripts draw its charts and its table.
  {
    ...{ name: 'sb-admin-index', says: 'Primary Card Showing 1 to 10 of 57 entries Copyright', foot: 40 },
    options: { hide: ['#layoutSidenav_nav'], click: ['#sidebarToggle'] },
  },
])(
  '$name is printed whole, and is a picture without an empty foot',
  async ({ name, says, options, foot }) => {
    const url = corpus + documents.documents[name]
    const { bytes, warnings } = await print({ url, options })
    expect(warnings).not.toMatch(/script|navigate|time|could not/i)
    const text = solid(pdfToText(save(folder, `${name}.pdf`, bytes)))
    expect(lacking(says.split(' '), text)).toEqual([])
    const window = { media: 'screen', viewport: { width: WIDTH, height: 800 } }
    const picture = await print({ url, output: 'png', options: { single_page: true, ...window } })
    save(folder, `${name}.png`, picture.bytes)
    const pixels = readPng(picture.bytes)
    expect(pixels.width).toBe(WIDTH)
    expect(pixels.height).toBeGreaterThan(1000)
    expect(emptyRows(pixels)).toBeLessThan(foot)
  },
)

it('a documentation site is printed whole, whose script fetches its text', async () => {
  const { bytes, warnings } = await print({ url: corpus + documents.documents['site-docs'] })
  expect(warnings).not.toMatch(/script|navigate|time|could not/i)
  const text = solid(pdfToText(save(folder, 'site-docs.pdf', bytes)))
  expect(lacking('3.7.3 Bug Fixes Features'.split(' '), text)).toEqual([])
})
