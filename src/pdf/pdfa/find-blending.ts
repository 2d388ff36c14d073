/** What of a page blends, found while its content is read: of its operations, of which there may be a million, none is kept. */
import type { PDFDict } from 'pdf-lib'
import { readInTurns } from '../read-in-turns'
import { budgetOf, WorkLimitExceeded } from '../work-budget'
import { Areas } from './areas'
import { AlphaResolver, type ResolvedAlpha } from './backdrop'
import { type Box, grow, intersect, isEmpty } from './geometry'
import { GraphicsState } from './graphics-state'
import { Painter } from './painting'
import type { Transparency } from './transparency'

/** Operations that PDFium has in memory together, with what they draw: a path of so many points takes 40 MB there. */
const MAX_RENDERED_OPERATIONS = 500_000

export type PageContent = { content: string; resources: PDFDict; media: Box }

export type Blending = {
  /** How many operations, and characters, lead to where all has blended and nothing is open; none if nothing does. */
  operations: number
  characters: number
  /** How many `q` are open there. */
  depth: number
  /** Boxes around what blends, a point larger, as far as it is on the page; none if nothing that shows does. */
  boxes: readonly Box[]
}

/**
 * Reads a page, and takes each step to `visit`, with alphas settled that need no pixels. Throws WorkLimitExceeded, and what
 * ends the work.
 */
export async function readSteps(
  { content, resources, media }: PageContent,
  transparency: Transparency,
  visit: (step: ResolvedAlpha, end: number) => void,
): Promise<void> {
  const painter = new Painter(new GraphicsState(resources, media, transparency), transparency)
  const resolver = new AlphaResolver()
  await readInTurns(content, budgetOf(resources.context), (operation) => {
    visit(resolver.take(painter.take(operation)), operation.end)
  })
}

/** Throws as `readSteps` does. */
export async function findBlending(page: PageContent, transparency: Transparency): Promise<Blending> {
  let cut = { operations: 0, characters: 0, depth: 0 }
  const here = { ...cut }
  const areas = new Areas()
  let isPending = false
  await readSteps(page, transparency, ({ operation: { operator }, blends, box, isOpen }, end) => {
    here.operations++
    here.characters = end
    if (operator === 'q') here.depth++
    if (operator === 'Q' && here.depth > 0) here.depth--
    if (blends && box && !isEmpty(box)) areas.add(intersect(grow(box, 1), page.media))
    isPending ||= blends
    // Within marked content or a text the content cannot be cut.
    if (!isPending || isOpen) return
    isPending = false
    cut = { ...here }
  })
  if (isPending) cut = here
  if (cut.operations > MAX_RENDERED_OPERATIONS) throw tooMany(cut.operations)
  return { ...cut, boxes: areas.boxes }
}

function tooMany(operations: number): WorkLimitExceeded {
  const what = 'what blends on one page of this document'
  return new WorkLimitExceeded('operators', operations, MAX_RENDERED_OPERATIONS, what)
}
