/** goCreditMode with a model, which is a server of ours that speaks the real protocol. */
import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { app } from '../../../src/app'
import { readPdf } from '../../support/pdf'
import { everyThirdOf } from '../../support/runs'
import { applySchema } from '../../support/schema'
import { ORIGIN, richAccount } from '../../support/service'

beforeAll(() => applySchema())

/** A line that stands to the right by its margin, for which there is no rule. */
const html = `<!doctype html><html lang="en"><title>Strip</title>
  <style>#strip p{margin-left:1200px}</style>
  <h1>Strip</h1><div id="strip"><p>Far to the right</p></div><p>Near</p>`

async function renderWith(model: string, options = {}) {
  const context = createExecutionContext()
  const request = new Request(`${ORIGIN}/v1/transform`, {
    method: 'POST',
    headers: { 'X-API-Key': (await richAccount()).key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ html, options }),
  })
  const settings = { ...env, MODEL_URL: `${inject('origins').model}/v1`, MODEL_NAME: model }
  const response = await app.fetch(request, settings as Env, context)
  const bytes = await response.bytes()
  await waitOnExecutionContext(context)
  const summary = response.headers.get('x-optimization') ?? ''
  return { status: response.status, summary, pdf: await readPdf(bytes) }
}

describe('the model', () => {
  it('mends what the rules could not', async () => {
    const { summary, pdf } = await renderWith('good')
    expect(summary).toContain('model=used')
    expect(summary).toContain('repaired=too_wide')
    expect(pdf.text).toContain('Far to the right')
  })

  it.each(
    everyThirdOf([
      ['hostile', 'refused'],
      ['prose', 'refused'],
      ['useless', 'rejected'],
      ['tiny', 'rejected'],
      ['broken', 'failed'],
      ['garbled', 'failed'],
    ]),
  )('that is %s wastes the attempt and nothing else', async (model, outcome) => {
    const { status, summary, pdf } = await renderWith(model)
    expect(status).toBe(200)
    expect(summary).toContain(`model=${outcome}`)
    expect(pdf.text).toContain('Near')
    expect(pdf.text).not.toContain('Paid')
  })

  it('that says nothing holds the document up no longer than there is time', async () => {
    const { status, summary } = await renderWith('silent', { timeout: 10 })
    expect(status).toBe(200)
    expect(summary).toContain('model=failed')
  })
})
