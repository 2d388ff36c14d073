import { decodeQR } from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { code128Svg, ean13Digits, ean13Svg } from '../../../src/templates/filters/barcode'
import { creditTransferText, formatIban, normalizeIban } from '../../../src/templates/filters/payment'
import { qrSvg } from '../../../src/templates/filters/qr'

/** The SVG's path as black squares on white, `scale` pixels a module. */
function drawn(svg: string, scale: number) {
  const box = /viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"/.exec(svg) ?? []
  const [, left = 0, top = 0, width = 0, height = 0] = box.map(Number)
  const side = { width: width * scale, height: height * scale }
  const data = new Uint8Array(side.width * side.height * 4).fill(255)
  for (const [, x, y, run] of svg.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = 0; row < scale; row++) {
      const from = (((Number(y) - top) * scale + row) * side.width + (Number(x) - left) * scale) * 4
      for (let at = from; at < from + Number(run) * scale * 4; at += 4) data.set([0, 0, 0], at)
    }
  }
  return { ...side, data }
}

const read = (svg: string) => decodeQR(drawn(svg, 4))

/** Bars and spaces as bits, without the quiet zones. */
function bits(svg: string | undefined) {
  const runs = [...(svg ?? '').matchAll(/M(\d+) 0h(\d+)/g)].map(
    ([, x, run]) => [Number(x), Number(run)] as const,
  )
  const start = runs[0]?.[0] ?? 0
  return runs.reduce((text, [x, run]) => text.padEnd(x - start, '0') + '1'.repeat(run), '')
}

describe('QR codes', () => {
  it.each(['https://example.com/ä?b=1', '0123456789', 'x'.repeat(900)])(
    'say what they were given: %s',
    (text) => {
      const svg = qrSvg(text, 'code')
      expect(read(svg)).toBe(text)
      expect(svg).not.toContain('fill')
    },
  )

  it('refuse what no code can hold', () => {
    expect(() => qrSvg('x'.repeat(3000), '')).toThrow(/cannot hold these 3000 characters/)
  })
})

describe('the European payment code', () => {
  const transfer = {
    iban: 'DE89 3704 0044 0532 0130 00',
    name: 'Café & Söhne',
    amount: '12.3',
    remittance: 'RE-1\n2',
  }

  it('is EPC069-12 version 002, and is read back as such', () => {
    const text = creditTransferText(transfer)
    expect(text).toBe('BCD\n002\n1\nSCT\n\nCafé & Söhne\nDE89370400440532013000\nEUR12.30\n\n\nRE-1 2')
    expect(read(qrSvg(text ?? '', 'pay'))).toBe(text)
  })

  it('leaves out what is not given, and ends with the last line that is', () => {
    expect(creditTransferText({ iban: transfer.iban, name: 'A', bic: 'cobadeffxxx' })).toBe(
      'BCD\n002\n1\nSCT\nCOBADEFFXXX\nA\nDE89370400440532013000',
    )
  })

  it.each([
    ['a wrong check digit', { iban: 'DE88370400440532013000' }],
    ['no name', { name: ' ' }],
    ['no amount that can be paid', { amount: '0.001' }],
    ['an amount beyond what a transfer carries', { amount: 1e9 }],
    ['an amount that is text', { amount: 'ten' }],
  ])('is not made with %s', (_what, change) => {
    expect(creditTransferText({ ...transfer, ...change })).toBeUndefined()
  })

  it('prints an IBAN in groups of four, and what is none as it stands', () => {
    expect(formatIban('nl91abna0417164300')).toBe('NL91 ABNA 0417 1643 00')
    expect(formatIban('on request')).toBe('on request')
    expect(normalizeIban('GB82WEST12345698765432')).toBe('GB82WEST12345698765432')
  })
})

describe('EAN-13', () => {
  it('adds the check digit, and refuses a wrong one', () => {
    expect(ean13Digits('400638133393')).toBe('4006381333931')
    expect(ean13Digits('4006381333931')).toBe('4006381333931')
    expect(ean13Digits('4006381333930')).toBeUndefined()
    expect(ean13Digits('40063813339')).toBeUndefined()
  })

  it('draws the 95 modules of the standard’s example', () => {
    expect(bits(ean13Svg('4006381333931', ''))).toBe(
      '10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101',
    )
  })
})

describe('Code 128', () => {
  it('is start, symbols, check symbol and stop, of 11 modules each', () => {
    // PJJ123C, check symbol 55: the worked example of ISO/IEC 15417’s set A, here in set B (check 54).
    const svg = bits(code128Svg('PJJ123C', ''))
    expect(svg).toHaveLength(11 * 9 + 13)
    expect(svg.startsWith('11010010000')).toBe(true)
    expect(svg.endsWith('1100011101011')).toBe(true)
  })

  it('takes two digits a symbol where four or more follow each other', () => {
    expect(bits(code128Svg('123456', ''))).toHaveLength(11 * 5 + 13)
    expect(bits(code128Svg('A123456', ''))).toHaveLength(11 * 7 + 13)
    expect(bits(code128Svg('A123', ''))).toHaveLength(11 * 6 + 13)
  })

  it('is not drawn for what it cannot hold', () => {
    expect(code128Svg('Größe', '')).toBeUndefined()
    expect(code128Svg('', '')).toBeUndefined()
  })
})
