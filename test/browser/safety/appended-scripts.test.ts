/** What acts in a file that a caller appends acts in no file that we return. */
import { beforeAll, expect, it } from 'vitest'
import { newAccount } from '../../support/accounts'
import { wordsIn } from '../../support/pdf-words'
import { handmadePdf } from '../../support/pdfs'
import { applySchema } from '../../support/schema'
import { post } from '../../support/service'

beforeAll(() => applySchema())

const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>'
const link = '/Type/Annot/Subtype/Link/Rect[0 0 9 9]'
const file = handmadePdf([
  `<</Type/Catalog/Pages 2 0 R/OpenAction ${script}/Names<</JavaScript<</Names[(a)${script}]>>>>>>`,
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Annots[5 0 R 6 0 R 7 0 R]/AA<</O ${script}>>/PresSteps<</NA ${script}/Next<</NA ${script}>>>>>>`,
  { dictionary: '', data: new TextEncoder().encode('0 0 9 9 re f') },
  `<<${link}/A[${script}${script}]>>`,
  `<<${link}/A<</S/URI/URI(https://kept.example)/Next ${script}>>>>`,
  '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(kept note)/RC(<a href="javascript:alert\\(1\\)">a</a>)>>',
])

it.each([
  ['as it is', {}],
  ['compressed', { compress: true }],
  ['encrypted', { password: 'secret' }],
])('no script of an appended file is left in a file that is %s', async (_, options) => {
  const account = await newAccount({ credits: 10 })
  const attachments = [`data:application/pdf;base64,${Buffer.from(file).toString('base64')}`]
  const answer = await post(account, {
    html: '<p>Text',
    goCreditMode: false,
    options: { ...options, attachments },
  })
  expect(answer.status).toBe(200)
  const words = await wordsIn(await answer.bytes(), 'secret')
  expect(words).not.toMatch(/alert|JavaScript|^\/(JS|AA|RC|PresSteps|NA|OpenAction)$/m)
  expect(words).toContain('kept.example')
  expect(words).toContain('kept note')
})
