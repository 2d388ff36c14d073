/** What makes a loaded document whole: its diagrams, what a visitor would do, frames that are filled, grids that show all. */
import type { Readiness, Settled } from '../in-page/ready-types'
import type { OptimizeRequest } from '../optimize/optimize'
import { ignore } from '../time/waiting'
import { fillFrames } from './fill-frames'
import type { OpenRequests } from './open-requests'
import type { Assets } from './page-assets'
import type { PrintRequest } from './print-request'
import { waitUntilWhole } from './readiness'
import type { CdpSession } from './session'
import { visitPage } from './visit-page'

/** Grids are read for so much work of the page, besides the frames that they need (`grid-time.ts`). */
const MAX_GRID_WORK_MS = 6000
const GRID_CUT_SHORT =
  'goCreditMode: a data grid is printed as a screen shows it: it took too long to scroll through all of it'

type Deps = { session: CdpSession; assets: Assets; open: OpenRequests; warnings: string[] }

export class WholePage {
  #isVisited = false

  /** `warnings` gets what the document's author should know of. */
  constructor(
    private readonly request: PrintRequest,
    private readonly deps: Deps,
  ) {}

  /** As `waitUntilWhole`. */
  untilWhole(unwritten?: string): Promise<Readiness | Settled> {
    // What the caller waited for may be gone once something was clicked.
    const request = this.#isVisited ? { ...this.request, waitFor: undefined } : this.request
    return waitUntilWhole(this.deps.session, request, this.deps.open, unwritten)
  }

  /** `loaded` is what is known of the document that has loaded. Returns what is known of the whole one. */
  async complete(loaded: Readiness | Settled): Promise<Readiness> {
    const found = await this.#visit(await this.#drawDiagrams(loaded))
    return 'frames' in found ? await this.#fill(found) : found
  }

  async #drawDiagrams(loaded: Readiness | Settled): Promise<Readiness | Settled> {
    if (!this.request.diagrams) return loaded
    await this.deps.session.sendLibrary((await import('../in-page/mermaid.data')).mermaidLibrary)
    const { warnings } = await this.deps.session.callInPage('drawDiagrams')
    this.deps.warnings.push(...warnings)
    return await this.untilWhole()
  }

  /** Does what is to be done before the document is printed. Returns what is known of it then. */
  async #visit(loaded: Readiness | Settled): Promise<Readiness | Settled> {
    const { visit } = this.request
    if (!visit) return loaded
    this.#isVisited = true
    const { callInPage } = this.deps.session
    const untilWhole = () => this.untilWhole()
    return await visitPage(visit, loaded, { callInPage, untilWhole, warnings: this.deps.warnings })
  }

  /** Fills frames, has data grids show all of their cells, and waits for the whole again if there was anything to do. */
  async #fill(found: Settled): Promise<Readiness> {
    const { optimize, accountId } = this.request
    const { callInPage } = this.deps.session
    const { frames } = found
    let changes = frames.length
    if (changes > 0)
      this.deps.warnings.push(
        ...(await fillFrames(frames, { callInPage, assets: this.deps.assets, accountId })),
      )
    if (optimize && found.hasGrids) changes += await this.#showGrids(optimize)
    return changes > 0 ? await this.untilWhole() : found
  }

  /** Returns how many grids were scrolled through. */
  async #showGrids(optimize: OptimizeRequest): Promise<number> {
    const { viewport, timeoutMs } = this.request
    const { session, warnings } = this.deps
    session.tellMetrics()
    const width = Math.min(viewport.width, printedWidth(optimize))
    const reading = session.callInPage('showGridsAsTables', width)
    const limits = { maxWorkMs: MAX_GRID_WORK_MS, maxWaitMs: timeoutMs / 2 }
    session.limitWork(reading, limits, () => void session.callInPage('endGrids').catch(ignore))
    const { read, isCutShort } = await reading
    if (isCutShort) warnings.push(GRID_CUT_SHORT)
    return read
  }
}

/** What the paper leaves between its margins, in CSS pixels: a window that was asked for may be wider. */
function printedWidth({ paper }: OptimizeRequest): number {
  const { left = paper.defaultMargin, right = paper.defaultMargin } = paper.margins
  return Math.floor((paper.width - left - right) / paper.scale)
}
