/** Margins and findings on a page, as the header `X-Layout` tells them. Lengths in CSS pixels of the paper. */

export type Box = { x: number; y: number; width: number; height: number }
export type PlacedFinding = Box & { kind: string; page: number; state: 'found' | 'left' | 'repaired' }

export type PageLayout = {
  paper: { width: number; height: number }
  /** Where the document stands within its margins. */
  area: Box
  findings: PlacedFinding[]
}

/** `paper=794x1123; margins=38,38,38,38; found=wide_table@1:38,120,756,300`. Undefined if there is no paper in it. */
export function readLayout(header: string): PageLayout | undefined {
  const parts = new Map(
    header.split('; ').map((part): [string, string] => {
      const at = part.indexOf('=')
      return [part.slice(0, at), part.slice(at + 1)]
    }),
  )
  const [width, height] = numbers(parts.get('paper'), 'x')
  const [top = 0, right = 0, bottom = 0, left = 0] = numbers(parts.get('margins'), ',')
  if (!width || !height) return undefined
  return {
    paper: { width, height },
    area: { x: left, y: top, width: width - left - right, height: height - top - bottom },
    findings: (['found', 'left', 'repaired'] as const).flatMap((state) =>
      (parts.get(state)?.split(' ') ?? []).flatMap((text) => placed(text, state)),
    ),
  }
}

/** `wide_table@1:38,120,756,300`. */
function placed(text: string, state: PlacedFinding['state']): PlacedFinding[] {
  const [, kind, page, place] = /^(\w+)@(\d+):([\d,]+)$/.exec(text) ?? []
  const [x, y, width, height] = numbers(place, ',')
  if (kind === undefined || x === undefined || y === undefined || !width || !height) return []
  return [{ kind, page: Number(page), state, x, y, width, height }]
}

function numbers(text: string | undefined, between: string): number[] {
  return text === undefined ? [] : text.split(between).map(Number)
}
