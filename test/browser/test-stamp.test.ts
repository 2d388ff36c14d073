/** The stamp of a test key, as a reader of the document sees it. */
import { beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { handmadePdf } from '../support/pdfs'
import { drawPage } from '../support/pixels'
import { rowsOf } from '../support/runs'
import { applySchema } from '../support/schema'
import { post } from '../support/service'

beforeAll(() => applySchema())

const SIZE = 400

/** How many pixels of a page are about this red, green and blue. */
async function pixelsOf(
  pdf: Uint8Array,
  page: number,
  isWanted: (red: number, green: number, blue: number) => boolean,
) {
  const at = await drawPage(pdf, page)
  let count = 0
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const color = Number.parseInt(at(x, y).slice(1), 16)
      if (isWanted(color >> 16, (color >> 8) & 255, color & 255)) count++
    }
  }
  return count
}

const isStamp = (red: number, green: number, blue: number) => red > 150 && green < 130 && blue < 130
const isCover = (red: number, green: number, blue: number) => red < 30 && green < 30 && blue > 200

function coveredPdf(content: string): Uint8Array {
  const stream = (text: string, dictionary = '') => ({ dictionary, data: new TextEncoder().encode(text) })
  const box = `[0 0 ${SIZE} ${SIZE}]`
  return handmadePdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox${box}/Contents 4 0 R/Resources<<>>/Annots[5 0 R]>>`,
    stream(content),
    `<</Type/Annot/Subtype/Square/F 4/Rect${box}/AP<</N 6 0 R>>>>`,
    stream(`0 0 1 rg 0 0 ${SIZE} ${SIZE} re f`, `/Type/XObject/Subtype/Form/BBox${box}/Resources<<>>`),
  ])
}

const CONTENTS = ['Q 0.00001 0 0 0.00001 0 0 cm q', 'q 0 0 0 0 re W n BT', '1 1 1 rg 0 0 400 400 re f Q Q']

it.each(rowsOf(CONTENTS, 1))(
  'is seen on an appended page that draws %s and lays an opaque annotation over everything',
  async (content) => {
    const file = coveredPdf(content)
    expect(await pixelsOf(file, 0, isCover)).toBe(SIZE * SIZE)

    const account = await newAccount({ credits: 0, mode: 'test' })
    const attachments = [`data:application/pdf;base64,${Buffer.from(file).toString('base64')}`]
    const response = await post(account, { html: '<p>Text', goCreditMode: false, options: { attachments } })
    expect(response.status).toBe(200)
    const bytes = await response.bytes()
    expect(await pixelsOf(bytes, 1, isCover)).toBe(0)
    expect(await pixelsOf(bytes, 1, isStamp)).toBeGreaterThan(500)
  },
)
