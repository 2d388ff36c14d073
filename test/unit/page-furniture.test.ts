/** What a document's styles ask of pages, and that one which asks for nothing is sent as it came. */
import { describe, expect, it, vi } from 'vitest'
import { mayAuditAhead } from '../../src/browser/audit-ahead'
import type { PrintRequest } from '../../src/browser/print-request'
import { composePrintRequest } from '../../src/render/compose-print-request'
import { AssetSource } from '../../src/render/page-file-source'
import { withFurniture } from '../../src/render/page-furniture'

vi.mock('cloudflare:workers', () => ({ RpcTarget: class {} }))

const input = (css: string, options = {}) => ({
  html: `<!doctype html><title>T</title><style>${css}</style><h1>One</h1>`,
  options,
  optimize: true,
})
const USUAL =
  '@page{margin:20mm;size:A4;@top-left{content:counter(page)}}@page :first{margin:0}h1{break-before:page}p{float:left;content:"bleed: 3mm"}'

async function composed(css: string): Promise<Omit<PrintRequest, 'timeoutMs'>> {
  const assets = new AssetSource(() => Promise.reject(new Error('nothing is fetched')))
  return await composePrintRequest(withFurniture(input(css)).input, { assets, tabOwner: 'a' })
}

describe('a document without page furniture', () => {
  it('is handed on as it came, and asked for nothing more', async () => {
    const plain = input(USUAL)
    expect(withFurniture(plain).input).toBe(plain)
    const request = await composed(USUAL)
    expect([request.furniture, request.grown, request.forms, request.sheet]).toEqual(Array(4).fill(undefined))
    // So its first audit still goes with it, in one round trip.
    expect(mayAuditAhead({ ...request, timeoutMs: 1 })).toBe(true)
  })

  it.each([
    'a::after{content:leader(".")}',
    '@page :nth(4){@top-left{content:"x"}}',
    '.note{float:footnote}',
    'h1{string-set:a content()}',
  ])('differs from one that has some: %s', async (css) => {
    expect((await composed(css)).furniture).toBeDefined()
  })

  it('has a larger sheet for a bleed, and no more prints', async () => {
    const request = await composed('@page{bleed:.5in}')
    expect(request.furniture).toBeUndefined()
    expect(request.print.paperWidth).toBeCloseTo(210 / 25.4 + 1)
    expect(request.grown?.outset).toBe(48)
  })
})
