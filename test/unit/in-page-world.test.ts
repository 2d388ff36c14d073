import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { InPageWorld } from '../../src/browser/in-page-world'
import { BUNDLE_GLOBALS, BUNDLE_OF } from '../../src/in-page/bundle-names'
import { bundles } from '../../src/in-page/bundles.data'

describe('calls of in-page functions', () => {
  it('send a bundle with the first call that needs it, and only the name and arguments afterwards', () => {
    const world = new InPageWorld()
    const ready = { documentOrigin: 'http://document.invalid', scripted: false }
    expect(world.expression('waitUntilReady', ready).length).toBeGreaterThan(1000)
    expect(world.expression('waitUntilReady', ready)).toBe(
      'platenLoad.waitUntilReady({"documentOrigin":"http://document.invalid","scripted":false})',
    )
    expect(world.expression('undo', 0).length).toBeGreaterThan(1000)
    expect(world.expression('undo', 1)).toBe('platenOptimize.undo(1)')
  })

  it('send no bundle that was brought before, and say which they needed', () => {
    const world = new InPageWorld()
    const prepared = world.preparation(['load', 'optimize'])
    const types = runInNewContext(
      `${prepared};typeof platenLoad.waitUntilReady + typeof platenOptimize.audit`,
      {
        ...{ document: {}, Document: class {} },
      },
    )
    expect(types).toBe('functionfunction')
    expect(world.preparation(['load', 'optimize'])).toBe('0')
    expect(world.expression('undo', 0)).toBe('platenOptimize.undo(0)')
    expect([...world.used]).toEqual(['optimize'])
  })

  it('send a document with a contents list nothing of what lays out footnotes', () => {
    expect(bundles.footnotes).toContain('platen-footnote-area')
    expect(bundles.furniture).not.toContain('platen-footnote-area')
    expect(bundles.furniture.length).toBeLessThan(28_500)
  })

  it('find each function under its name once its bundle was sent', () => {
    const page = { document: {}, Document: class {} }
    const types = Object.entries(BUNDLE_OF).map(([name, bundle]) => {
      return [
        name,
        runInNewContext(`${bundles[bundle]};typeof ${BUNDLE_GLOBALS[bundle]}.${name}`, { ...page }),
      ]
    })
    expect(types.filter(([, type]) => type !== 'function')).toEqual([])
  })
})
