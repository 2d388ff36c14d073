import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Audit } from '../../../src/in-page/findings'
import { askModel, modelOf } from '../../../src/optimize/model'
import { answerModel, type ModelCall } from '../../net/model'

const calls: ModelCall[] = []
const server = createServer(answerModel(calls))
let url = ''

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const audit: Audit = {
  ...{ findings: [{ kind: 'too_wide', place: '#strip', measure: 300 }], counts: { too_wide: 1 }, pages: 1 },
  ...{
    breaksKnown: true,
    page: { width: 716, height: 1045, scale: 1 },
    contentWidth: 1016,
    shrink: 1,
    lastPageFilled: 1,
    blank: 0,
    maxBlank: 0,
    tables: [],
    cut: { characters: 0, texts: [] },
    grids: [],
  },
}
const ask = async (name: string, limitMs = 2000) => {
  const model = modelOf({ MODEL_URL: url, MODEL_NAME: name, MODEL_KEY: 'sesame' })
  if (!model) throw new Error('no model')
  return await askModel(model, { outline: 'div#strip 1016x300', audit }, limitMs)
}

describe('the model', () => {
  it('is asked for by name, with its key, and is shown the outline and the findings', async () => {
    await ask('good')
    const { authorization, body } = calls.at(-1) as ModelCall
    expect(authorization).toBe('Bearer sesame')
    expect(body.messages.map(({ content }) => content).join('\n')).toMatch(
      /too_wide at #strip[\s\S]*div#strip 1016x300/,
    )
  })

  it('is believed where it writes CSS', async () => {
    expect(await ask('good')).toEqual({ css: expect.stringContaining('.strip{flex-wrap:wrap!important}') })
  })

  it('may wrap its CSS in Markdown and talk', async () => {
    expect(await ask('fenced')).toEqual({ css: '#strip{max-width:100%!important;width:auto!important}' })
  })

  it.each(['hostile', 'prose', 'empty'])('is refused where its answer is %s', async (name) => {
    expect(await ask(name)).toEqual({ outcome: 'refused' })
  })

  it.each(['broken', 'garbled', 'endless'])('fails where its answer is %s', async (name) => {
    expect(await ask(name)).toEqual({ outcome: 'failed' })
  })

  it('fails in time where it says nothing', async () => {
    expect(await ask('silent', 50)).toEqual({ outcome: 'failed' })
  })

  it('fails where nobody listens', async () => {
    const model = modelOf({ MODEL_URL: 'http://127.0.0.1:9/v1', MODEL_NAME: 'x' })
    expect(model && (await askModel(model, { outline: '', audit }, 2000))).toEqual({ outcome: 'failed' })
  })

  it('is none where none is configured', () => {
    expect(modelOf({ MODEL_URL: '', MODEL_NAME: '' })).toBeUndefined()
  })

  it('may be Workers AI, in either of its forms', async () => {
    for (const answer of [
      { response: 'p{orphans:3}' },
      { choices: [{ message: { content: 'p{orphans:3}' } }] },
    ]) {
      const AI = { run: async () => answer } as unknown as Ai
      const model = modelOf({ AI, MODEL_URL: '' })
      expect(model && (await askModel(model, { outline: '', audit }, 2000))).toEqual({
        css: 'p{orphans:3!important}',
      })
    }
  })
})
