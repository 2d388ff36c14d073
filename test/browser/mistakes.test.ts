/** The mistakes that only show when a document is printed (`test/mistakes.md`). */
import { beforeAll, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { expectAnswer, readMistakes } from '../support/mistakes'
import { everyThirdOf } from '../support/runs'
import { applySchema } from '../support/schema'

let key: string
beforeAll(async () => {
  await applySchema()
  key = (await newAccount({ plan: 'Max', credits: 1000 })).key
})

it.each(everyThirdOf(readMistakes({ withBrowser: true })).map((mistake) => [mistake.what, mistake] as const))(
  '%s',
  async (_, mistake) => {
    await expectAnswer(mistake, key, mistake)
  },
)
