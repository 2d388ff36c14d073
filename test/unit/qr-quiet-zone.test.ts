import { describe, expect, it } from 'vitest'
import { generateQr } from '../../src/qr/generate-qr'
import { maxSide } from '../../src/qr/image-layout'
import { readPng } from '../../src/qr/png-read'
import { colorsOf, findPaperWarnings } from '../../src/qr/qr-colors'
import { DEFAULT_MARGIN, type QrOptions } from '../../src/qr/qr-options'
import { findQuietZoneWarnings, QUIET_ZONE } from '../../src/qr/quiet-zone'
import { VERSIONS } from '../../src/qr/symbol'

const url = 'https://example.com/products/12345?ref=qr'
const logo = { width: 30, height: 30, rgba: new Uint8Array(3600).fill(120) }

/** The clear space in modules as the pixels show it, measured at the upper left finder pattern. */
function measured(bytes: Uint8Array): number {
  const { width, rgba } = readPng(bytes)
  const isDark = (x: number, y: number) => (rgba[(y * width + x) * 4] ?? 0) < 128
  let edge = 0
  while (!isDark(edge, edge)) edge++
  let end = edge
  while (isDark(end, edge)) end++
  return edge / ((end - edge) / 7)
}

describe('the quiet zone', () => {
  const lengths = [1, 25, 60, 100, 250]
  const cases = (['small', 'default', 'big'] as const).flatMap((size) =>
    lengths.map((length): QrOptions => ({ data: url.repeat(7).slice(0, length), size })),
  )

  it.each(cases)('is as wide as is said: $size, $data.length characters', (options) => {
    const { bytes, quietZone } = generateQr(options)
    expect(measured(bytes) - quietZone).toBeGreaterThanOrEqual(0)
    expect(measured(bytes) - quietZone).toBeLessThan(0.1)
    expect(quietZone).toBeGreaterThanOrEqual(4)
  })

  it.each(['small', 'default', 'big'] as const)('is 4 modules with a logo, too: %s', (size) => {
    const { bytes, quietZone } = generateQr({ data: url, size }, logo)
    expect(measured(bytes)).toBeGreaterThanOrEqual(4)
    expect(quietZone).toBeGreaterThanOrEqual(4)
  })

  it('is as narrow as margin says, with a warning that names the remedy', () => {
    const { bytes, quietZone } = generateQr({ data: url, margin: 10 })
    expect(measured(bytes)).toBeLessThan(1.5)
    expect(findQuietZoneWarnings(quietZone, { margin: 10 })).toEqual([
      'the quiet zone is 0.8 modules wide and some scanners need 4 (ISO/IEC 18004): leave margin out, or make it wider than 10, or leave as much space around the image',
    ])
    expect(findQuietZoneWarnings(generateQr({ data: url, margin: 60 }).quietZone, { margin: 60 })).toEqual([])
  })

  it.each([200, 400, 800])('takes no room from data: %d pixels', (size) => {
    const versionWithin = (side: number) => Math.min(VERSIONS, Math.floor((side - 17) / 4))
    for (const hasLogo of [false, true]) {
      const [wide = 0, narrow = 0] = [QUIET_ZONE, 0].map((quietZone) =>
        versionWithin(maxSide({ size, margin: DEFAULT_MARGIN, quietZone }, { hasLogo })),
      )
      expect(wide).toBe(narrow)
    }
  })
})

describe('a background that shows the paper', () => {
  it.each([
    [{}, []],
    [{ background: '#ffffff' }, []],
    [{ background: 'transparent' }, ['does not read on black']],
    [
      { background: 'transparent', color: '#ffffff' },
      ['does not read on white', 'lighter than its background'],
    ],
    [{ background: 'transparent', color: '#808080' }, ['on black the code is lighter']],
    [{ background: [255, 255, 255, 0.9] }, []],
  ] as [Pick<QrOptions, 'color' | 'background'>, string[]][])('%j: %j', (options, said) => {
    const warnings = findPaperWarnings(colorsOf(options))
    expect(warnings).toHaveLength(said.length)
    for (const [index, part] of said.entries()) expect(warnings[index]).toContain(part)
  })
})
