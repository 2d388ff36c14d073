import { beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

it.each([
  [{ watermark: { text: 'DRAFT', colour: '#ff0000' } }, '/options/watermark/colour', 'did you mean "color"?'],
  [{ watermark: { text: 'DRAFT', opacity: 2 } }, '/options/watermark/opacity', 'at most 1'],
  [{ watermark: {} }, '/options/watermark/text', 'is required'],
  [{ watermark: '' }, '/options/watermark', 'must not be empty'],
  [{ watermark: 5 }, '/options/watermark', 'none of the allowed forms'],
  [{ wait_for: { expresion: 'true' } }, '/options/wait_for/expresion', 'did you mean "expression"?'],
  [{ wait_for: { ms: 'soon' } }, '/options/wait_for/ms', 'must be a number'],
  [{ wait_for: { ms: 5, unit: 's' } }, '/options/wait_for/unit', 'is not a known field'],
  [{ wait_for: { ms: 5, expression: 'true' } }, '/options/wait_for', 'none of the allowed forms'],
])(
  'a 400 to an option of several forms says what is wrong with the form that was meant: %j',
  async (options, pointer, reason) => {
    const { key } = await newAccount({ credits: 1 })
    const answer = await post('/v1/transform', key, { html: '<p>x', options })
    expect(answer.status).toBe(400)
    const { errors } = await answer.json<{ errors: { pointer: string; message: string }[] }>()
    expect(errors).toEqual([{ pointer, message: expect.stringContaining(reason) }])
  },
)
