import { describe, expect, it } from 'vitest'
import type { CallInPage } from '../../../src/in-page/contract'
import {
  type Audit,
  fixableKinds,
  isBetter,
  isBetterTogether,
  isForOneHeading,
  type Kind,
  kinds,
  score,
  type WideTable,
  wastesPaper,
} from '../../../src/in-page/findings'
import type { AuditSettings, Repair } from '../../../src/in-page/paper-types'
import { fitWidth } from '../../../src/optimize/fit-to-width'
import { optimizeForPrint } from '../../../src/optimize/optimize'
import { MIN_SCALE } from '../../../src/optimize/repair-parts'
import { nextStep, scalesFor } from '../../../src/optimize/rules'
import { reportOf, summaryOf } from '../../../src/optimize/summary'
import { TRIAL_TIME_MS } from '../../../src/optimize/trial-budget'

const page = { width: 716, height: 1045, scale: 1 }
const audit = (more: Partial<Audit> = {}): Audit => ({
  ...{
    findings: [],
    counts: {},
    pages: 1,
    breaksKnown: true,
    page,
    contentWidth: 700,
    shrink: 1,
    lastPageFilled: 1,
    blank: 0,
    maxBlank: 0,
    tables: [],
    cut: { characters: 0, texts: [] },
    grids: [],
  },
  ...more,
})

/** A table that neither becomes wider nor can be split. */
const table = (sizes: Pick<WideTable, 'natural' | 'minWidth' | 'turnedHeight' | 'room' | 'roomAlone'>) => ({
  ...sizes,
  index: 0,
  zoom: 1,
  roomWidened: sizes.room,
  minZoom: 1,
  fills: false,
  columns: [],
})

const step = (audit: Audit) => nextStep(audit, { attempts: {}, mayScale: true })

describe('the score', () => {
  it('is 100 where nothing is wrong', () => {
    expect(score({})).toBe(100)
  })

  it('falls with every kind and with every more of a kind', () => {
    expect(score({ split_row: 1 })).toBeLessThan(100)
    expect(score({ split_row: 2 })).toBeLessThan(score({ split_row: 1 }))
    expect(score({ split_row: 2, small_text: 1 })).toBeLessThan(score({ split_row: 2 }))
  })

  it('is better only where less is wrong', () => {
    expect(isBetter(audit({ counts: { split_row: 2 } }), audit({ counts: { split_row: 1 } }))).toBe(true)
    expect(isBetter(audit({ counts: { split_row: 1 } }), audit({ counts: { split_row: 1 } }))).toBe(false)
    expect(isBetter(audit({ counts: { split_row: 1 } }), audit({ counts: { too_wide: 1 } }))).toBe(false)
  })
})

describe('a repair', () => {
  it.each(['hidden_overflow', 'empty_page'] as const)('that brings more of %s is none', (kind) => {
    const before = audit({ counts: { too_wide: 8, [kind]: 1 } })
    expect(isBetter(before, audit({ counts: { [kind]: 1 } }))).toBe(true)
    expect(isBetter(before, audit({ counts: { [kind]: 2 } }))).toBe(false)
  })

  it('that takes a page for a few lines is none, unless what was wrong is worse', () => {
    const sparse = { counts: { sparse_last_page: 1 }, pages: 2 }
    expect(isBetter(audit({ counts: { split_figure: 1 } }), audit(sparse))).toBe(false)
    expect(isBetter(audit({ counts: { too_wide: 1 } }), audit(sparse))).toBe(true)
    // Of several at once it may be due to any.
    expect(isBetterTogether(audit({ counts: { too_wide: 1 } }), audit(sparse))).toBe(false)
  })

  it('that takes far more pages is none, unless it shows what was cut', () => {
    const cut = { characters: 400, texts: [] }
    const before = audit({ counts: { too_wide: 1 }, pages: 12 })
    expect(isBetter(before, audit({ pages: 20 }))).toBe(true)
    expect(isBetter(before, audit({ pages: 25 }))).toBe(false)
    expect(isBetter({ ...before, cut }, audit({ pages: 25 }))).toBe(true)
  })
})

describe('a page more that shows nothing more', () => {
  const original = audit({ pages: 3, blank: 0.5 })
  it.each([
    ['wastes paper if its last page is nearly empty', { pages: 4, counts: { sparse_last_page: 1 } }, true],
    ['wastes paper if much is blank at the feet of the others', { pages: 4, blank: 1, maxBlank: 0.4 }, true],
    ['wastes paper if one of many pages is mostly blank', { pages: 13, blank: 1.2, maxBlank: 0.7 }, true],
    ['wastes none if a little is blank at each of them', { pages: 4, blank: 1, maxBlank: 0.3 }, false],
    ['wastes none if they are full', { pages: 4, blank: 0.9, maxBlank: 0.4 }, false],
    ['wastes none in a long document', { pages: 30, blank: 1, maxBlank: 0.4 }, false],
  ])('%s', (_, changes, wastes) => {
    expect(wastesPaper(original, audit(changes))).toBe(wastes)
  })

  it.each([
    ['is not worth one heading if little is on it', {}, true],
    ['is worth one that brings more to it', { lastPageFilled: 0.4 }, false],
    ['is worth several headings', { counts: {} }, false],
    ['is worth text that was cut', { cut: { characters: 0, texts: [] } }, false],
  ])('%s', (_, changes: Partial<Audit>, isForOne) => {
    const cut = { characters: 400, texts: [] }
    const before = audit({ pages: 3, counts: { stranded_heading: 2 }, cut })
    const after = { pages: 4, counts: { stranded_heading: 1 }, lastPageFilled: 0.3, cut }
    expect(isForOneHeading(before, audit({ ...after, ...changes }))).toBe(isForOne)
  })

  it('wastes none where nothing is more, or text is shown that was cut', () => {
    const after = audit({ pages: 4, blank: 2, maxBlank: 0.9 })
    expect(wastesPaper({ ...original, pages: 4 }, after)).toBe(false)
    expect(wastesPaper({ ...original, cut: { characters: 400, texts: [] } }, after)).toBe(false)
  })
})

describe('what is left blank at the feet of pages', () => {
  const split = (count: number, blank: number) => audit({ counts: { split_figure: count }, pages: 6, blank })

  it('weighs, so that no box is kept whole for most of a page', () => {
    expect(isBetter(split(1, 0), split(0, 0.5))).toBe(true)
    expect(isBetter(split(1, 0), split(0, 0.8))).toBe(false)
    // As little as it was, or less, is no merit of its own.
    expect(isBetter(split(1, 0.8), split(1, 0))).toBe(false)
  })
})

describe('text that is cut', () => {
  const cut = (characters: number, counts: Audit['counts'] = {}) =>
    audit({ counts, cut: { characters, texts: [] } })

  it('weighs more than the smaller faults that come with showing it', () => {
    expect(isBetter(cut(400, { hidden_overflow: 1 }), cut(0, { split_figure: 6, empty_page: 1 }))).toBe(true)
    expect(isBetter(cut(0), cut(0, { split_figure: 6 }))).toBe(false)
  })

  it('is never the price of a repair', () => {
    expect(isBetter(cut(0, { split_row: 9 }), cut(60))).toBe(false)
  })
})

describe('the rules', () => {
  const told: Kind[] = ['missing_alt', 'low_resolution_image', 'collapsed', 'unprinted_link']

  it('leave alone what only other words or pictures could mend', () => {
    const counts = Object.fromEntries(told.map((kind) => [kind, 3]))
    expect(fixableKinds(audit({ counts }))).toEqual([])
    expect(step(audit({ counts }))).toBeUndefined()
  })

  it('have a first step for each kind that is to be mended', () => {
    const tables = [table({ natural: 9000, minWidth: 900, turnedHeight: 2000, room: 716, roomAlone: 716 })]
    const found = {
      heading: 'Report',
      sample: 'the of and to in is that it for was on are with as by be this '.repeat(3),
    }
    const without = (Object.keys(kinds) as Kind[]).filter((kind) => {
      const first = step(audit({ counts: { [kind]: 1 }, tables, ...found }))
      return kinds[kind].fixable && kind !== 'sparse_last_page' && !first
    })
    expect(without).toEqual([])
  })

  it('never make a table smaller than they may', () => {
    for (const minWidth of [717, 800, 1000, 1023, 1500, 9000]) {
      const tables = [
        table({ natural: minWidth * 2, minWidth, turnedHeight: 5000, room: 716, roomAlone: 716 }),
      ]
      const css = step(audit({ counts: { wide_table: 1 }, tables }))?.repair.css ?? ''
      const zoom = Number(/zoom:([\d.]+)/.exec(css)?.[1])
      expect(zoom).toBeGreaterThanOrEqual(MIN_SCALE)
      expect(zoom).toBeLessThan(1)
    }
  })

  it('turn a table that is far too wide, where it then fits', () => {
    const tables = [table({ natural: 9000, minWidth: 1400, turnedHeight: 500, room: 716, roomAlone: 716 })]
    expect(step(audit({ counts: { wide_table: 1 }, tables }))?.repair.css).toContain('sideways-lr')
  })

  it('put what stands beside a table above it, where it then fits', () => {
    const beside = { natural: 1200, minWidth: 700, room: 400, turnedHeight: 1e6 }
    const css = (roomAlone: number) =>
      step(audit({ counts: { wide_table: 1 }, tables: [table({ ...beside, roomAlone })] }))?.repair.css
    expect(css(716)).toContain('[data-platen~="wide_table-beside"]{display:block!important')
    expect(css(400)).not.toContain('wide_table-beside')
  })

  it('split a table between its columns if it is too wide at six points, each part with the first', () => {
    const columns = [100, ...Array.from({ length: 21 }, () => 150)]
    const wide = table({ natural: 4000, minWidth: 3000, turnedHeight: 1e6, room: 716, roomAlone: 716 })
    const { splits } =
      step(audit({ counts: { wide_table: 1 }, tables: [{ ...wide, columns }] }))?.repair ?? {}
    // A zoom of 1 is the least of this table: 100 + 4 × 150 is as wide as its room may be.
    expect(splits).toEqual([{ tag: 'wide_table-0', ends: [5, 9, 13, 17, 21, 22] }])
  })

  it('use the page’s width before they make a table much smaller', () => {
    const narrow = table({ natural: 1500, minWidth: 700, turnedHeight: 1e6, room: 400, roomAlone: 400 })
    const css = (roomWidened: number) =>
      step(audit({ counts: { wide_table: 1 }, tables: [{ ...narrow, roomWidened }] }))?.repair.css
    expect(css(716)).toContain('[data-platen~="wide_table-around"]{width:auto!important')
    expect(css(400)).not.toContain('wide_table-around')
  })

  it('say nothing of paper, orientation or page margins', () => {
    const counts = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 2]))
    const tables = [table({ natural: 9000, minWidth: 1400, turnedHeight: 500, room: 716, roomAlone: 716 })]
    expect(step(audit({ counts, tables }))?.repair.css).not.toMatch(
      /@page|size:(?!.*px)|landscape|display:none|visibility/,
    )
  })

  it('come to an end', () => {
    const counts = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 2]))
    const attempts: Partial<Record<Kind, number>> = {}
    let steps = 0
    for (;;) {
      const step = nextStep(audit({ counts, heading: 'x' }), { attempts, mayScale: true })
      if (!step) break
      for (const kind of step.kinds) attempts[kind] = (attempts[kind] ?? 0) + 1
      expect(++steps).toBeLessThan(10)
    }
  })
})

it('tables get their room without the least widths around them, and without what nobody sees and is wider', () => {
  const wide = table({ natural: 900, minWidth: 700, turnedHeight: 1e6, room: 716, roomAlone: 716 })
  const { css = '', tags } = step(audit({ counts: { wide_table: 1 }, tables: [wide] }))?.repair ?? {}
  expect(css).toContain('[data-platen~="least_width"]{min-width:0!important}')
  expect(tags).toEqual(expect.arrayContaining(['least_width', 'unseen']))
})

describe('print scales', () => {
  it('fit the widest content where making it narrower did harm, and are no smaller than may be', () => {
    const scale = (contentWidth: number, mayScale: boolean) =>
      nextStep(audit({ counts: { too_wide: 1 }, contentWidth }), { attempts: { too_wide: 1 }, mayScale })
        ?.scale
    expect(scale(800, true)).toBe(0.89)
    expect(scale(1100, true)).toBeUndefined()
    expect(scale(800, false)).toBeUndefined()
  })

  it('are not for slides that would need smaller ones: those become smaller as a whole, whatever the caller set', () => {
    const slides = (more: Partial<Audit>, mayScale: boolean) =>
      fitWidth(audit({ counts: { too_wide: 1 }, hasSlides: true, ...more }), 1, mayScale)
    const whole = { tags: ['too_wide-slide'], css: expect.stringContaining('zoom:') }
    expect(slides({ contentWidth: 1280, shrink: 1.5 }, true)).toMatchObject(whole)
    expect(slides({ contentWidth: 0, shrink: 1.5 }, true)).toMatchObject(whole)
    expect(slides({ contentWidth: 800, shrink: 1.11 }, false)).toMatchObject(whole)
    expect(slides({ contentWidth: 800, shrink: 1.11 }, true)).toMatchObject({ scale: 0.89 })
  })

  it('leave a table that fills the width around it as wide as the page then is', () => {
    const tried = fitWidth(audit({ counts: { too_wide: 1 }, contentWidth: 1100 }), 2, true)
    expect(tried).toMatchObject({ scale: 0.85, css: expect.stringContaining('--platen-more:1.176') })
  })

  const scalesOf = (found: Audit, current: number, original = found) => scalesFor(found, current, original)

  it('are tried from the largest for a few lines on the last page', () => {
    const sparse = audit({ counts: { sparse_last_page: 1 }, pages: 2, lastPageFilled: 0.08 })
    const tried = scalesOf(sparse, 1)
    expect(tried.length).toBeGreaterThan(0)
    expect(tried).toEqual([...tried].sort((a, b) => b - a))
    expect(Math.min(...tried)).toBeGreaterThanOrEqual(0.8)
    for (const scale of scalesOf(sparse, 0.72)) expect(scale).toBeGreaterThanOrEqual(MIN_SCALE)
  })

  it('are smaller than what the browser prints smaller, since it is too wide', () => {
    const sparse = audit({ counts: { sparse_last_page: 1 }, pages: 2, lastPageFilled: 0.08, shrink: 1.1 })
    expect(scalesOf(sparse, 1)).toEqual([0.86, 0.84, 0.83, 0.79])
  })

  it('are tried for as few pages as were filled before, no smaller than the browser printed them', () => {
    const shrunk = audit({ shrink: 1.38 })
    const grown = audit({ pages: 2, lastPageFilled: 0.4 })
    expect(scalesOf(grown, 1, shrunk)).toEqual([0.83, 0.76, 0.72])
    // It takes more pages for what had been cut, or was never made smaller.
    expect(scalesOf(grown, 1, { ...shrunk, cut: { characters: 90, texts: [] } })).toEqual([])
    expect(scalesOf(grown, 1, audit())).toEqual([])
  })
})

describe('the summary', () => {
  const every = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 123456]))

  it('is a line of at most 1 KB of ASCII, whatever was found', () => {
    const before = audit({ counts: every, pages: 1000 })
    const done = {
      repaired: new Set(Object.keys(kinds) as Kind[]),
      scale: 0.71,
      model: 'not_configured' as const,
    }
    const line = summaryOf(reportOf(before, before, done))
    expect(line).toMatch(/^[\x20-\x7e]{1,1024}$/)
    expect(line).toContain('model=not_configured')
  })

  it('says what was found, repaired and left', () => {
    const before = audit({ counts: { split_row: 4, unprinted_link: 2 }, pages: 3 })
    const after = audit({ counts: { unprinted_link: 2 }, pages: 2 })
    const done = { repaired: new Set<Kind>(['split_row']), scale: undefined, model: 'not_needed' as const }
    expect(summaryOf(reportOf(before, after, done))).toBe(
      'score=61>95; pages=3>2; found=split_row:4,unprinted_link:2; repaired=split_row; model=not_needed; left=unprinted_link:2',
    )
  })

  it('says nothing of pages that differ in size', () => {
    const unknown = audit({ breaksKnown: false, pages: 0 })
    const done = { repaired: new Set<Kind>(), scale: undefined, model: 'not_needed' as const }
    expect(summaryOf(reportOf(unknown, unknown, done))).toBe('score=100>100; found=none; model=not_needed')
  })
})

describe('a run', () => {
  const paper = {
    ...{ width: 794, height: 1123, margins: {}, defaultMargin: 38 },
    ...{ preferCssPageSize: false, scale: 1 },
  }

  /** A clock by which all time is over when it is read again. */
  function timeUp() {
    let time = 0
    return () => {
      time += 10_000
      return time
    }
  }

  /** Optimizes a page that is `found`, whose trials come to these audits, or to errors, or to what the print scale makes of it. */
  async function run(
    found: Audit,
    audits: (Audit | Error)[] | ((scale: number, nth: number) => Audit),
    now = () => 0,
  ) {
    const calls: string[] = []
    const repairs: Repair[] = []
    let trials = 0
    const callInPage = async (name: string, ...args: [AuditSettings?, ...unknown[]]) => {
      calls.push(name === 'undo' ? `undo ${args}` : name)
      if (name === 'tryRepair') repairs.push(args[1] as Repair)
      if (name !== 'tryRepair') return name === 'audit' ? found : undefined
      const tried = Array.isArray(audits)
        ? (audits.shift() ?? found)
        : audits(args[0]?.paper.scale ?? 1, ++trials)
      if (tried instanceof Error) throw tried
      return { audit: tried, textKept: true, harmless: true }
    }
    const page = { callInPage: callInPage as CallInPage, resize: async () => undefined }
    const request = { paper, backgrounds: true, mayScale: true }
    return { calls, repairs, ...(await optimizeForPrint(page, request, { now })) }
  }

  it.each([
    ['a trial took too long', () => 0, [new Error('ended')], true],
    ['there was no time for one', timeUp(), [], true],
    ['all that helps was done', () => 0, [audit()], false],
  ])('says whether something is left since %s', async (_, now, audits, expected) => {
    const { isCutShort } = await run(audit({ counts: { split_row: 1 } }), audits, now)
    expect(isCutShort).toBe(expected)
  })

  it('keeps figures whole that break once something else is repaired, though that was minded in vain before', async () => {
    const slides = { counts: { too_wide: 2 }, contentWidth: 1280, shrink: 1.5, hasSlides: true }
    const smaller = audit({ counts: { split_figure: 1 } })
    const [found, whole] = [audit(slides), audit()]
    const { repairs, report } = await run(found, [found, found, smaller, whole])
    expect(repairs[0]?.tags).toContain('split_figure')
    expect(report).toMatchObject({ repaired: ['too_wide', 'split_figure'], left: {} })
  })

  it('brings what it left as small as it came onto one page less, by a smaller scale', async () => {
    const found = audit({
      ...{ counts: { too_wide: 1, sparse_last_page: 1 }, shrink: 1.1, pages: 2, lastPageFilled: 0.1 },
    })
    const grown = audit({ pages: 2, lastPageFilled: 0.2 })
    const { report, scale } = await run(found, (scale, nth) => {
      if (nth === 1) return grown
      return scale > 0.86 ? audit({ pages: 2, counts: { sparse_last_page: 1 } }) : audit()
    })
    expect(scale).toBe(0.85)
    expect(report).toMatchObject({ left: {}, pages: { before: 2, after: 1 } })
  })

  it('takes back a repair that is not judged in time, and keeps what was repaired before', async () => {
    const better = audit({ counts: { small_text: 1 } })
    const found = audit({ counts: { too_wide: 1, small_text: 1 }, contentWidth: 900 })
    const { calls, report } = await run(found, [better, new Error('Internal error'), better])
    expect(calls).toEqual(['audit', 'tryRepair', 'tryRepair', 'undo 1'])
    expect(report).toMatchObject({ repaired: ['too_wide'], left: { small_text: 1 } })
  })

  it('leaves as it came what was whole, if it is hardly larger on as many pages once it is narrower', async () => {
    const found = audit({ counts: { too_wide: 1, lost_background: 1 }, shrink: 1.38, pages: 6 })
    const narrower = audit({ pages: 9 })
    const readable = audit({ counts: { too_wide: 1 }, shrink: 1.38, pages: 6 })
    const { calls, report, scale } = await run(found, [narrower, audit({ pages: 6 }), readable])
    expect(calls.slice(0, 6)).toEqual(['audit', 'tryRepair', 'tryRepair', 'undo 0', 'audit', 'tryRepair'])
    expect(report).toMatchObject({ repaired: ['lost_background'], left: {} })
    expect(report.score).toEqual({ before: score({ lost_background: 1 }), after: 100 })
    expect(scale).toBe(1)
  })

  it('leaves as small as it came what is larger on more pages, and repairs the rest, if that shows as much', async () => {
    const cut = { characters: 400, texts: [] }
    const counts = { wide_table: 2, hidden_overflow: 1 }
    const found = audit({ counts, shrink: 1.38, pages: 3, cut })
    const larger = audit({ pages: 5 })
    const asSmall = audit({ counts: { wide_table: 2 }, shrink: 1.38, pages: 4 })
    const { calls, report } = await run(found, [larger, asSmall])
    expect(calls).toEqual(['audit', 'tryRepair', 'undo 0', 'audit', 'tryRepair'])
    expect(report).toMatchObject({
      repaired: ['hidden_overflow'],
      left: { wide_table: 2 },
      pages: { after: 4 },
    })
  })

  it('repairs it again, if it shows less or takes as many pages as small as it came', async () => {
    const counts = { wide_table: 2, hidden_overflow: 1 }
    const found = audit({ counts, shrink: 1.38, pages: 3, cut: { characters: 400, texts: [] } })
    const larger = audit({ pages: 5 })
    for (const asSmall of [
      { pages: 4, cut: { characters: 90, texts: [] } },
      { pages: 5, cut: larger.cut },
    ]) {
      const changed = audit({ counts: { wide_table: 2 }, shrink: 1.38, ...asSmall })
      const { repairs, report } = await run(found, [larger, changed, larger])
      expect(repairs[2]).toEqual(repairs[0])
      expect(report).toMatchObject({ repaired: ['wide_table', 'hidden_overflow'], pages: { after: 5 } })
    }
  })

  it('leaves as it came what is larger on more pages, if there is no time to look for a smaller scale', async () => {
    const found = audit({ counts: { too_wide: 1 }, shrink: 1.38, pages: 5, hasLeastWidth: true })
    const { calls, report } = await run(found, [audit({ pages: 7 }), new Error('Internal error')])
    expect(calls.slice(-2)).toEqual(['undo 0', 'audit'])
    expect(report).toMatchObject({ repaired: [], left: {}, pages: { before: 5, after: 5 } })
    // Nothing was repaired, so nothing is better.
    expect(report.score.after).toBe(report.score.before)
  })

  it('brings back alone what a margin pulls over its page’s edge, where boxes kept whole left much of their pages blank', async () => {
    const found = audit({ counts: { split_figure: 4 }, pages: 3, hasPulled: true })
    const whole = audit({ pages: 4, blank: 1, maxBlank: 0.5 })
    const { repairs, report } = await run(found, [whole, audit({ counts: { split_figure: 3 }, pages: 3 })])
    const [first, again] = repairs.map(({ tags }) => tags)
    expect(first).toEqual(expect.arrayContaining(['split_figure', 'split_figure-pulled']))
    expect(again).toContain('split_figure-pulled')
    expect(again).not.toContain('split_figure')
    expect(report).toMatchObject({ left: { split_figure: 3 }, pages: { after: 3 } })
  })

  it('leaves boxes to break, and repairs the rest, where boxes kept whole took a page more and there is no time for a smaller scale', async () => {
    const found = audit({ counts: { split_figure: 3, too_wide: 1 }, pages: 3 })
    let clock = 0
    const trial = (_: number, nth: number) => {
      if (nth > 2) return audit({ counts: { split_figure: 3 }, pages: 3 })
      if (nth === 2) clock += TRIAL_TIME_MS
      return audit({ counts: { sparse_last_page: 1 }, pages: 4 })
    }
    const { report } = await run(found, trial, () => clock)
    expect(report).toMatchObject({ repaired: ['too_wide'], left: { split_figure: 3 }, pages: { after: 3 } })
  })

  it('tries last what was not worth it alone, once it begins again', async () => {
    const counts = { repeated_bar: 1, split_figure: 4 }
    const found = audit({ counts, pages: 3, hasPulled: true })
    const whole = audit({ counts: { repeated_bar: 1 }, pages: 4, blank: 1, maxBlank: 0.5 })
    const pulledAlone = audit({ counts: { ...counts, split_figure: 3 }, pages: 3 })
    // Together, the bar alone, the boxes alone, the bar once more; then from the beginning.
    const { repairs } = await run(found, [found, found, whole, whole, pulledAlone, found])
    const hasBar = repairs.map(({ tags }) => tags.includes('repeated_bar-once'))
    expect(hasBar.slice(0, 5)).toEqual([true, true, false, true, false])
  })

  it('fits the parts of a split table as tables of their own, from the least change', async () => {
    const wide = table({ natural: 4000, minWidth: 3000, turnedHeight: 1e6, room: 716, roomAlone: 716 })
    const columns = [100, ...Array.from({ length: 9 }, () => 300)]
    const counts = { wide_table: 1 }
    const part = table({ natural: 760, minWidth: 760, turnedHeight: 1e6, room: 716, roomAlone: 716 })
    const parts = audit({ counts, tables: [{ ...part, zoom: 0.7 }], pages: 2 })
    const found = audit({ counts, tables: [{ ...wide, columns }], cut: { characters: 900, texts: [] } })
    const { repairs } = await run(found, [parts, audit()])
    expect(repairs[0]?.splits).toHaveLength(1)
    // 716 / 760 of the zoom that it has.
    expect(repairs[1]?.css).toContain('zoom:0.651')
  })

  it('keeps trials for a smaller scale, where what became larger takes more pages', async () => {
    const left = {
      wide_code: 1,
      unrevealed: 1,
      repeated_bar: 1,
      split_figure: 1,
      stranded_heading: 1,
      small_text: 1,
    }
    const found = audit({ counts: { too_wide: 1, ...left }, shrink: 1.5 })
    // What is too wide is repaired alone, at the third trial; all else is tried in vain.
    const trial = (scale: number, nth: number) =>
      nth < 3 ? found : audit({ counts: left, ...(scale === 1 && { pages: 2, lastPageFilled: 0.4 }) })
    const { calls, report, scale } = await run(found, trial)
    expect(calls.filter((name) => name === 'tryRepair')).toHaveLength(12)
    expect(report).toMatchObject({ repaired: ['too_wide'], pages: { before: 1, after: 1 } })
    expect(scale).toBe(0.83)
  })

  it('tries alone only what is wrong', async () => {
    const found = audit({ counts: { split_row: 1, hidden_overflow: 1 } })
    const { calls } = await run(found, [])
    // Together, then each alone; of hidden text each kind of content, too.
    expect(calls.filter((name) => name === 'tryRepair')).toHaveLength(5)
  })
})
