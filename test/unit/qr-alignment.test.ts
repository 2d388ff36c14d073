import { describe, expect, it } from 'vitest'
import { alignmentCenters, cutPatterns, hasFalsePattern } from '../../src/qr/alignment'
import { type Box, layoutSymbol, logoRect } from '../../src/qr/image-layout'
import { colorsOf } from '../../src/qr/qr-colors'
import { encodeSymbol, sideOf } from '../../src/qr/symbol'
import { paint, withoutModules } from '../../src/qr/symbol-pixels'

/** The one alignment pattern that a patch covers or cuts. */
function onlyPattern(side: number, patch: Box) {
  const [pattern, ...others] = cutPatterns(side, patch)
  if (!pattern || others.length > 0) throw new Error('the patch covers one pattern')
  return pattern
}

describe('alignment patterns', () => {
  it.each([
    [1, []],
    [2, [6, 18]],
    [7, [6, 22, 38]],
    [14, [6, 26, 46, 66]],
    [32, [6, 34, 60, 86, 112, 138]],
    [36, [6, 24, 50, 76, 102, 128, 154]],
    [40, [6, 30, 58, 86, 114, 142, 170]],
  ])('of version %d stand where table E.1 of the standard has them', (version, centres) => {
    expect(alignmentCenters(sideOf(version))).toEqual(centres)
  })
})

describe('a patch in a symbol', () => {
  it('cuts the patterns that it touches, and no others', () => {
    const patch = { y: 17, width: 11, height: 11 }
    expect(cutPatterns(sideOf(7), { x: 17, ...patch })).toEqual([{ x: 22, y: 22 }])
    expect(cutPatterns(sideOf(7), { x: 24, ...patch, width: 13 })).toEqual([
      { x: 22, y: 22 },
      { x: 38, y: 22 },
    ])
    expect(cutPatterns(sideOf(7), { x: 9, ...patch, width: 7 })).toEqual([])
  })
})

describe('a patch over an alignment pattern', () => {
  const side = sideOf(7)
  const symbol = encodeSymbol({ text: 'x', level: 'high', maxSide: side, minSide: side })
  if (!symbol) throw new Error('version 7 holds one letter')
  const patch = { x: 17, y: 17, width: 11, height: 11 }
  const layout = layoutSymbol(side, { size: 400, margin: 10 })
  const rings = (shift: number) => {
    const { modules } = withoutModules(symbol, patch)
    for (let y = -2; y <= 2; y++)
      for (let x = -2; x <= 2; x++)
        modules[(22 + y) * side + 22 + shift + x] = Math.max(Math.abs(x), Math.abs(y)) === 1 ? 0 : 1
    return { side, modules }
  }
  const feigns = (one: typeof symbol, colors = colorsOf({})) =>
    hasFalsePattern(paint(one, layout, colors), { layout, pattern: onlyPattern(side, patch) }, colors)

  it('feigns one where rings stand beside its place, in any colors', () => {
    expect(feigns(rings(2))).toBe(true)
    expect(feigns(rings(2), colorsOf({ color: '#ffffff', background: '#102040' }))).toBe(true)
    expect(feigns(rings(2), colorsOf({ background: 'transparent' }))).toBe(true)
  })

  it('feigns none where it is empty', () => {
    expect(feigns(withoutModules(symbol, patch))).toBe(false)
  })
})

describe('a plain round logo over an alignment pattern', () => {
  const side = sideOf(10)
  const symbol = encodeSymbol({ text: 'aB3/'.repeat(26), level: 'high', maxSide: side, minSide: side })
  if (!symbol) throw new Error('version 10 holds the text')
  const layout = layoutSymbol(side, { size: 400, margin: 10 })
  const disc = (width: number, color: number[]) => {
    const rgba = Array.from({ length: width * width }, (_, i) =>
      Math.hypot((i % width) - width / 2 + 0.5, Math.floor(i / width) - width / 2 + 0.5) < width / 2
        ? color
        : [0, 0, 0, 0],
    ).flat()
    return { width, height: width, rgba: Uint8Array.from(rgba) }
  }
  const feigns = (width: number, color: number[]) => {
    const spot = logoRect({ width, height: width }, { side, layout })
    if (!spot) throw new Error('there is room for the logo')
    const shown = { picture: disc(width, color), ...spot.logo }
    const image = paint(withoutModules(symbol, spot.patch), layout, colorsOf({}), shown)
    return hasFalsePattern(image, { layout, pattern: onlyPattern(side, spot.patch) }, colorsOf({}))
  }

  it('feigns one by its rim, which is all that a threshold for each place leaves of it', () => {
    expect(feigns(88, [0, 0, 0, 255])).toBe(true)
    expect(feigns(88, [20, 90, 160, 255])).toBe(true)
  })

  it('feigns none where it is small, or as light as the paper', () => {
    expect(feigns(60, [0, 0, 0, 255])).toBe(false)
    expect(feigns(88, [255, 255, 255, 255])).toBe(false)
  })
})

describe('a logo of wide checks over an alignment pattern', () => {
  const side = sideOf(12)
  const symbol = encodeSymbol({ text: 'aB3/'.repeat(26), level: 'high', maxSide: side, minSide: side })
  if (!symbol) throw new Error('version 12 holds the text')
  const layout = layoutSymbol(side, { size: 400, margin: 50 })
  const spot = logoRect({ width: 180, height: 45 }, { side, layout })
  if (!spot) throw new Error('there is room for the logo')
  const feigns = (color: (x: number, y: number) => number) => {
    const rgba = Array.from({ length: 180 * 45 }, (_, i) => {
      const grey = color(i % 180, Math.floor(i / 180))
      return [grey, grey, grey, 255]
    })
    const picture = { width: 180, height: 45, rgba: Uint8Array.from(rgba.flat()) }
    const image = paint(withoutModules(symbol, spot.patch), layout, colorsOf({}), { picture, ...spot.logo })
    return hasFalsePattern(image, { layout, pattern: onlyPattern(side, spot.patch) }, colorsOf({}))
  }

  it('feigns one in a photograph, although 8 modules differ in the image itself', () => {
    expect(feigns((x, y) => (Math.floor(x / 20) + Math.floor(y / 5)) % 2 && 255)).toBe(true)
  })

  it('feigns none where its middle is plain', () => {
    expect(feigns((x, y) => (Math.hypot(x - 90, y - 22) > 40 ? (Math.floor(y / 5) % 2) * 255 : 255))).toBe(
      false,
    )
  })
})
