import { describe, expect, it } from 'vitest'
import { findImpossiblePairs, finishOptions } from '../../../src/pdf/finishing-options'

const pointers = (options: Parameters<typeof findImpossiblePairs>[0]) =>
  findImpossiblePairs(options).map(({ pointer }) => pointer)

describe('pairs that no file can satisfy are named at both fields', () => {
  it('a password and an archival level', () => {
    expect(pointers({ password: 'x', pdf_format: 'PDF/A-2b' })).toEqual([
      '/options/password',
      '/options/pdf_format',
    ])
    expect(pointers({ password: 'x', factur_x: true })).toEqual(['/options/password', '/options/factur_x'])
  })
  it('embedded files and part 1, unless factur_x lifts the level to 3b', () => {
    const embed_files = ['https://example.com/a.csv']
    for (const pdf_format of ['PDF/A-1a', 'PDF/A-1b'] as const) {
      expect(pointers({ embed_files, pdf_format })).toEqual(['/options/embed_files', '/options/pdf_format'])
      expect(pointers({ embed_files, pdf_format, factur_x: true })).toEqual([])
    }
    expect(pointers({ embed_files, pdf_format: 'PDF/A-3b' })).toEqual([])
    expect(pointers({ embed_files: [], pdf_format: 'PDF/A-1a' })).toEqual([])
  })
  it('an untagged document and what rests on tags', () => {
    expect(pointers({ tagged: false, pdf_ua: true })).toEqual(['/options/tagged', '/options/pdf_ua'])
    expect(pointers({ tagged: false, pdf_format: 'PDF/A-1a' })).toEqual([
      '/options/tagged',
      '/options/pdf_format',
    ])
    expect(pointers({ tagged: false, pdf_format: 'PDF/A-1b' })).toEqual([])
  })
  it('what goes only with a password', () => {
    expect(pointers({ owner_password: 'x', permissions: {} })).toEqual([
      '/options/owner_password',
      '/options/permissions',
    ])
    expect(pointers({ password: 'y', owner_password: 'x', permissions: { copy: false } })).toEqual([])
  })
  it('says what to do about it', () => {
    for (const { message } of findImpossiblePairs({
      password: 'x',
      pdf_format: 'PDF/A-1a',
      embed_files: ['data:,'],
    })) {
      expect(message).toMatch(/leave out/)
    }
  })
})

describe('the shape of the options', () => {
  it('takes a watermark as text or as an object', () => {
    expect(finishOptions.safeParse({ watermark: 'Draft' }).success).toBe(true)
    expect(
      finishOptions.safeParse({ watermark: { text: 'Draft', color: '#ff0000', opacity: 0.1, angle: -30 } })
        .success,
    ).toBe(true)
    expect(finishOptions.safeParse({ watermark: { text: 'Draft', color: 'red' } }).success).toBe(false)
  })
  it('takes only http, https and data addresses', () => {
    expect(finishOptions.safeParse({ attachments: ['https://example.com/a.pdf', 'data:,x'] }).success).toBe(
      true,
    )
    expect(finishOptions.safeParse({ attachments: ['file:///etc/passwd'] }).success).toBe(false)
  })
})
