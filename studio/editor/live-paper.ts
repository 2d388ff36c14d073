/** The paper that options ask for, as the page at `/live/` needs it. */
import type { Paper } from '../../src/in-page/paper-types'

const PX_PER_INCH = 96
const MM = PX_PER_INCH / 25.4
const PAPERS: Readonly<Record<string, readonly [number, number]>> = {
  A3: [297 * MM, 420 * MM],
  A4: [210 * MM, 297 * MM],
  A5: [148 * MM, 210 * MM],
  Letter: [8.5 * PX_PER_INCH, 11 * PX_PER_INCH],
  Legal: [8.5 * PX_PER_INCH, 14 * PX_PER_INCH],
}
const UNITS: Readonly<Record<string, number>> = { in: PX_PER_INCH, cm: 10 * MM, mm: MM, pt: 96 / 72, px: 1 }
/** Of a page that sets none itself, as the service has it. */
const DEFAULT_MARGIN = 0.4 * PX_PER_INCH

/** `own`: the document's own size holds where no paper is asked for. */
export function paperOf(options: Record<string, unknown>, { own }: { own: boolean }): Paper {
  const [short, long] = PAPERS[String(options.paper)] ?? PAPERS.A4 ?? [0, 0]
  const isTurned = options.orientation === 'landscape'
  const margins = Object.fromEntries(
    (['top', 'right', 'bottom', 'left'] as const).flatMap((side) => {
      const margin = pixelsOf(options[`margin_${side}`])
      return margin === undefined ? [] : [[side, margin]]
    }),
  )
  const asked = options.paper !== undefined || options.paper_width !== undefined
  return {
    width: pixelsOf(options.paper_width) ?? (isTurned ? long : short),
    height: pixelsOf(options.paper_height) ?? (isTurned ? short : long),
    margins,
    defaultMargin: DEFAULT_MARGIN,
    preferCssPageSize: options.prefer_css_page_size === true || (own && !asked),
    scale: typeof options.scale === 'number' ? options.scale : 1,
  }
}

/** Of inches, or of a length with a unit. */
function pixelsOf(length: unknown): number | undefined {
  if (typeof length === 'number') return length * PX_PER_INCH
  const [, value, unit = ''] =
    typeof length === 'string' ? (/^\s*([\d.]+)\s*([a-z]*)\s*$/.exec(length) ?? []) : []
  return value === undefined ? undefined : Number(value) * (UNITS[unit || 'in'] ?? PX_PER_INCH)
}
