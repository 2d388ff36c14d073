/**
 * The places of footnotes on the pages of a print, and what is done to the document to have them there: room below the lines
 * of their calls, then the ends of pages and areas over their feet. `footnote-pages.ts` says when. Lengths in CSS pixels.
 */

import { type AreaShape, edgesOf, layBelow, layOver, measureArea } from './footnote-area'
import { bodiesApart, fillFoot, findOrigins, hideBut } from './footnote-feet'
import { chooseFirst, guessFirst, type Placed } from './footnote-firsts'
import { findRoom, RoomMaker, roomAbove } from './footnote-room'
import { footnoteResets, type Note, numberNotes } from './footnotes'
import type { NoteStyles, PrintedPages } from './furniture-types'
import { LastLines } from './last-lines'
import { LineDepths, lineOf } from './line-depths'
import { measurePageArea } from './page-area'
import { keepEnds } from './page-ends'
import { findLeaves } from './page-leaves'
import { PageStarts } from './page-starts'
import type { Paper } from './paper-types'
import { splitNote } from './split-notes'
import { Tracked } from './tracked-pages'
import { document } from './true-document'

/** Of a page: a note that takes more is cut into pieces of so much, or stays below its line. */
const MAX_SHARE = 0.5
const PIECE_SHARE = 0.3
/** Leaves times pages: in a longer document lines are looked for where pages end alone. */
const MAX_COMPARED = 30_000
const MAX_LEAVES_OF_PAGE = 500

const NOWHERE = { height: 0, room: undefined, callPage: undefined, page: undefined, isFirst: true }

export class FootnotePlaces {
  /** How many notes stand below their lines, by the reason. */
  readonly #below = new Map<string, number>()
  #notes: Placed[]
  readonly #resets: Element[]
  #lines: LastLines | undefined
  #undo: (() => void)[] = []
  /** Leaves that must begin on a page. */
  #expected: { element: Element; page: number }[] = []
  #starts = new PageStarts()
  #shape: AreaShape | undefined
  #wasChosen = false
  #shrink = 1
  /** Whether the print has where leaves begin. */
  #hasLeaves = false
  readonly #linked: ReadonlySet<Element>
  /** Its own: what it asks for once is not asked for by others. */
  readonly #tracked = new Tracked('platen-line-')

  constructor(
    notes: Note[],
    private readonly styles: NoteStyles,
    private readonly paper: Paper,
  ) {
    this.#notes = notes.map((note) => ({ ...NOWHERE, ...note }))
    this.#resets = footnoteResets()
    this.#linked = new Set(notes.flatMap(({ call, body }) => [call, body]))
    numberNotes(this.#notes, this.#resets)
    for (const { call } of notes) this.#tracked.track(call, true)
  }

  /** How wide the lines of a page are printed, in CSS pixels: to a hair, which a window is not. */
  get lineWidth(): number {
    const { width, uniform } = measurePageArea(this.paper)
    return uniform ? width * this.#shrink : width
  }

  /** Of notes that stand below their lines. */
  get warnings(): string[] {
    return [...this.#below].map(
      ([reason, count]) => `${count} footnote(s) stand below the lines that call them: ${reason}`,
    )
  }

  /** As `FootnotePages.tracked`. */
  tracked(): Iterable<[element: Element, fragment: string]> {
    return this.#tracked.all()
  }

  /** Whether there are notes that do not stand below their lines. */
  get any(): boolean {
    return this.#notes.length > 0
  }

  /** Chooses first notes by the pages of calls that have no notes yet. */
  guessFirst(printed: PrintedPages): void {
    guessFirst(this.#notes, (call) => this.#tracked.pageOf(call, printed))
  }

  /**
   * Room for each note below the line of its call, for the print of a `round` that counts from 1. Returns why that cannot be.
   */
  makeRoom(pages: number, round: number): string | undefined {
    this.takeBack()
    // Texts are in one piece again, without what was in them.
    document.body.normalize()
    const leaves = findLeaves(isOurs)
    if (!leaves) return 'the document is too large'
    const page = measurePageArea(this.paper)
    const shape = measureArea()
    this.#shape = shape
    this.#measure(this.#notes, shape)
    this.#notes = this.#notes.flatMap((note) => {
      if (note.height <= page.height * MAX_SHARE || note.isRest) return [note]
      return [note, ...splitNote(note, page.height * PIECE_SHARE).map((rest) => ({ ...NOWHERE, ...rest }))]
    })
    this.#measure(this.#notes, shape)
    const apart = bodiesApart(this.#notes)
    const high = this.#notes.filter(({ height }) => height > page.height * MAX_SHARE)
    this.#leaveBelow(high, 'they are higher than half a page')
    const byElement = new Map(leaves.map((leaf) => [leaf.element, leaf]))
    const places = this.#notes.map((note) => findRoom(note.call, byElement))
    const called = this.#notes.flatMap(({ call, isRest }, at) =>
      isRest ? [] : [{ call, leaf: places[at]?.leaf }],
    )
    const callsOf = Map.groupBy(called, ({ leaf }) => leaf)
    const lines = new LastLines({ leaves, callsOf, tracked: this.#tracked, isOurs })
    this.#lines = lines
    this.#undo.push(() => lines.release())
    const isLong = pages * leaves.length > MAX_COMPARED
    if (!isLong) lines.markAll()
    // The first room of a long document is hardly ever the right one: nobody asks where it has the leaves.
    this.#hasLeaves = !isLong || round > 1
    const maker = new RoomMaker(new LineDepths(places.map(({ host }) => lineOf(host))))
    for (const [at, note] of this.#notes.entries()) {
      const place = places[at]
      if (!place) continue
      const { room, undo } = maker.make(place, note, note.height + (note.isFirst ? edgesOf(shape) : 0))
      note.room = room
      this.#undo.push(undo)
    }
    const probes = this.#starts.probe(pages, page)
    this.#undo.push(() => {
      for (const probe of probes) probe.remove()
    })
    const rooms = this.#notes.flatMap(({ room }) => (room?.kind === 'box' ? [room.element] : []))
    const calls = this.#notes.map(({ call }) => call)
    const last = places.at(-1)?.leaf
    // Pages behind that of the last note do not matter.
    const near = last ? leaves.slice(0, leaves.indexOf(last) + MAX_LEAVES_OF_PAGE) : leaves
    this.#undo.push(...hideBut(this.#notes, apart))
    this.#track([
      ...(this.#hasLeaves ? near : []).map(({ element }) => element),
      ...probes,
      ...rooms,
      ...calls,
      ...apart,
    ])
    return undefined
  }

  #track(elements: Element[]): void {
    for (const element of elements) this.#tracked.track(element, this.#isLinked(element))
    this.#undo.push(() => {
      for (const element of elements) this.#tracked.release(element)
    })
  }

  /** Whether it is a call or a note, which lead to each other. */
  #isLinked(element: Element): boolean {
    return this.#linked.has(element)
  }

  /**
   * Finds where pages end, by the print that `assign` has read. Returns whether another print must tell their lines.
   */
  findEnds(printed: PrintedPages): boolean {
    const own = this.#notes.flatMap(({ page }) => page ?? [])
    // Room can have moved a row to its page from the one before.
    const pages = [...new Set(own.flatMap((page) => [page - 1, page]))].toSorted((a, b) => a - b)
    return this.#lines?.find(pages, (element) => this.#tracked.pageOf(element, printed)) === true
  }

  #measure(notes: Placed[], { width }: AreaShape): void {
    for (const { body } of notes) this.#undo.push(layOver(body, 0, 0, width))
    for (const note of notes) note.height = note.body.getBoundingClientRect().height
  }

  /**
   * Takes the pages of calls and notes over from a print; false if room for the area was not made by the right notes, or for
   * lines of another width.
   */
  assign(printed: PrintedPages): boolean {
    const tracked = this.#tracked
    const placeOf = (element: Element) => ({
      page: tracked.pageOf(element, printed),
      top: tracked.topOf(element, printed),
    })
    this.#starts.read(placeOf)
    for (const note of this.#notes) {
      note.callPage = placeOf(note.call).page
      note.page = note.room?.kind === 'box' ? placeOf(note.room.element).page : note.callPage
    }
    const isAsLaidOut = Math.abs(this.#starts.shrink() - this.#shrink) < 0.002
    if (!isAsLaidOut) this.#shrink = this.#starts.shrink()
    const isRight = chooseFirst(this.#notes, { isExact: !this.#wasChosen }) && isAsLaidOut
    this.#wasChosen = true
    if (this.styles.perPage) numberNotes(this.#notes, this.#resets, ({ page }) => page)
    return isRight && this.#hasLeaves
  }

  /** Takes the room away, keeps the ends of pages, and lays the notes over their feet. */
  place(printed: PrintedPages): void {
    const tracked = this.#tracked
    const shape = this.#shape ?? measureArea()
    const pageOf = (element: Element) => tracked.pageOf(element, printed)
    const topOf = (element: Element) => tracked.topOf(element, printed)
    const byPage = Map.groupBy(
      this.#notes.filter(({ page }) => page !== undefined),
      ({ page }) => page ?? 0,
    )
    const ends =
      this.#lines?.ends({
        ...{ pageOf, topOf },
        heightOf: (page) => this.#starts.heightOf(page),
        roomAbove: roomAbove(this.#notes, topOf),
      }) ?? []
    const origins = findOrigins(this.#notes, { pageOf, topOf, startOf: (page) => this.#starts.startOf(page) })
    const next = ends.flatMap((end) =>
      'next' in end ? [{ element: end.next.element, page: pageOf(end.next.element) ?? 0 }] : [],
    )
    this.takeBack()
    this.#undo.push(...keepEnds(ends))
    for (const [page, notes] of byPage) {
      const foot = this.#starts.startOf(page) + this.#starts.heightOf(page)
      this.#undo.push(...fillFoot(notes, { foot, shape, origins }))
    }
    this.#expected = [
      ...next.filter(({ page }) => page > 0),
      ...this.#notes.flatMap(({ call, body, callPage, page }) => [
        { element: call, page: callPage ?? 0 },
        { element: body, page: page ?? 0 },
      ]),
    ]
    for (const { element } of this.#expected) tracked.track(element, this.#isLinked(element))
    this.#undo.push(() => {
      for (const { element } of this.#expected) tracked.release(element)
    })
  }

  /** Whether all stand where they should; notes of the first pages where they do not are left below their lines. */
  areRight(printed: PrintedPages): boolean {
    const wrong = this.#expected.filter(
      ({ element, page }) => this.#tracked.pageOf(element, printed) !== page,
    )
    if (wrong.length === 0) return true
    const bad = new Set(wrong.map(({ page }) => page))
    // What stands behind them is moved with them.
    const first = new Set([...bad].filter((page) => !bad.has(page - 1)).flatMap((page) => [page - 1, page]))
    this.takeBack()
    this.#leaveBelow(
      this.#notes.filter(({ page, callPage }) => first.has(page ?? 0) || first.has(callPage ?? 0)),
      'where they stand moves their calls to other pages',
    )
    return false
  }

  #leaveBelow(left: Placed[], reason: string): void {
    if (left.length === 0) return
    for (const { body } of left) layBelow(body)
    this.#notes = this.#notes.filter((note) => !left.includes(note))
    this.#below.set(reason, (this.#below.get(reason) ?? 0) + left.length)
  }

  /** All notes stand below their lines from now on. */
  leaveAllBelow(reason: string): void {
    this.takeBack()
    this.#leaveBelow(this.#notes, reason)
  }

  /** Takes all back that was done for the last print. */
  takeBack(): void {
    for (const undo of this.#undo.splice(0).toReversed()) undo()
  }
}

function isOurs(element: Element): boolean {
  return /\bplaten-(?:footnote|room)/.test(String(element.className))
}
