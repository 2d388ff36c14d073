/** Pages that try to hide the stamp of a test key, each in another way. */
import { SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { handmadePdf } from '../support/pdfs'
import { drawPage } from '../support/pixels'
import { applySchema } from '../support/schema'

let key: string
beforeAll(async () => {
  await applySchema()
  key = (await newAccount({ credits: 0, mode: 'test' })).key
})

/** What a page may do to what is drawn over it: operators at its end, entries of its dictionary, resources. */
type Page = { end?: string; entries?: string; resources?: string }

const pages: Record<string, Page> = {
  'is plain': {},
  'takes away the saved state and shrinks what follows': { end: 'Q Q Q 0.00001 0 0 0.00001 0 0 cm' },
  'leaves a text open': { end: '(' },
  'leaves a hexadecimal text open': { end: '<' },
  'leaves an array open': { end: '[' },
  'leaves a dictionary open': { end: '/A<</B' },
  'leaves an inline image open': { end: 'BI /W 1 /H 1 /BPC 8 /CS /G ID x' },
  'leaves a hidden layer open behind a text': { end: '/OC/Hidden BDC EMC EMC /OC/Hidden BDC (' },
  'has an inline image that is larger than its data': { end: 'BI /W 300 /H 300 /BPC 8 /CS /G ID x\nEI' },
  'has an inline image whose packed data have no end': {
    end: 'BI /W 300 /H 300 /BPC 8 /CS /G /F/AHx ID 00\nEI',
  },
  'has such an image in a damaged dictionary': {
    end: '<< BI /W 300 /H 300 /BPC 8 /CS /G ID x\nEI >> /A gs',
  },
  'has such an image behind a number': { end: '1BI /W 300 /H 300 /BPC 8 /CS /G ID x\nEI' },
  'has such an image in front of a good one': {
    end: 'BI /W 300 /H 300 /BPC 8 /CS /G ID xEI q BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q',
  },
  'ends in a comment': { end: '%' },
  'says that colours are white': { resources: '/ColorSpace<</DefaultRGB[/Indexed/DeviceGray 1<ffff>]>>' },
  'is cut far beyond its edges': { entries: '/CropBox[-100000 -100000 300000 300000]' },
}

/** A white page of 300 points. */
function hostilePdf({ end = '', entries = '', resources = '' }: Page): string {
  const bytes = handmadePdf([
    '<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R]/D<</OFF[5 0 R]>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R${entries}/Resources<</Properties<</Hidden 5 0 R>>${resources}>>>>`,
    { dictionary: '', data: new TextEncoder().encode(`1 g 0 0 300 300 re f ${end}`) },
    '<</Type/OCG/Name(Hidden)>>',
  ])
  return `data:application/pdf;base64,${Buffer.from(bytes).toString('base64')}`
}

async function redPoints(pdf: Uint8Array): Promise<number> {
  const colourAt = await drawPage(pdf, 1)
  let red = 0
  for (let y = 0; y < 300; y++)
    for (let x = 0; x < 300; x++) {
      const colour = colourAt(x, y)
      if (/^#[b-f].[0-8].[0-8]/.test(colour)) red++
    }
  return red
}

describe('the stamp of a test key shows on an appended page that', () => {
  it.each(Object.entries(pages))('%s', async (_, page) => {
    const response = await SELF.fetch('https://platen.example/v1/transform', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({
        html: '<p>x',
        goCreditMode: false,
        options: { attachments: [hostilePdf(page)] },
      }),
    })
    expect(response.status, response.ok ? '' : await response.clone().text()).toBe(200)
    expect(await redPoints(await response.bytes())).toBeGreaterThan(300)
  })
})
