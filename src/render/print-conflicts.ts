/** Options for printing that cannot be combined. */
import { MIN_PRINTABLE, paperSize, printableArea, withSheetSize } from './paper-size'
import { DEFAULT_TIMEOUT, MAX_TIMEOUT, type RenderOptions } from './render-options'

/** Options that need the whole document: which page is its last, and where its numbers begin. */
const NOT_OF_A_PART = [
  'header_first_html',
  'footer_first_html',
  'header_last_html',
  'footer_last_html',
  'page_number_start',
] as const

/** A problem with the options as a whole; `pointer` is relative to the options object. */
export type OptionConflict = { pointer: string; message: string }

/** What each option allows by itself but not together: sizes given twice or by half, and nothing left to print on. */
export function findRenderConflicts(options: RenderOptions): OptionConflict[] {
  const conflicts: OptionConflict[] = []
  const { paper_width, paper_height, paper } = options
  if (options.single_page) conflicts.push(...findSheetConflicts(options))
  else if ((paper_width === undefined) !== (paper_height === undefined)) {
    const missing = paper_width === undefined ? 'paper_width' : 'paper_height'
    conflicts.push({
      pointer: `/${missing}`,
      message: 'is missing: `paper_width` and `paper_height` go together',
    })
  } else if (paper_width !== undefined && paper !== undefined) {
    conflicts.push({
      pointer: '/paper',
      message: 'cannot be combined with `paper_width` and `paper_height`: give one or the other',
    })
  }
  if (options.page_ranges !== undefined) {
    const whole = NOT_OF_A_PART.find((name) => options[name] !== undefined)
    if (whole)
      conflicts.push({
        pointer: `/${whole}`,
        message:
          'cannot be combined with `page_ranges`: leave that out, and choose pages afterwards with `split` of POST /v1/finish',
      })
  }
  const { wait_for, timeout = DEFAULT_TIMEOUT } = options
  if (typeof wait_for === 'object' && 'ms' in wait_for && wait_for.ms >= timeout * 1000) {
    conflicts.push({
      pointer: '/wait_for',
      message: `waits for ${wait_for.ms / 1000} s, and the render ends after ${timeout} s: wait for less, or raise timeout (${MAX_TIMEOUT} at most)`,
    })
  }
  const sized = withSheetSize(options)
  const size = paperSize(sized)
  const printable = printableArea(sized)
  if (printable.width < MIN_PRINTABLE)
    conflicts.push(tooNarrow('margin_left', 'left and right', 'wide', size.width))
  if (printable.height < MIN_PRINTABLE) {
    conflicts.push(tooNarrow('margin_top', 'top and bottom', 'high', size.height))
  }
  return conflicts
}

/** A sheet that is as high as its document has no height of its own, and no second page. */
const NOT_OF_ONE_SHEET = {
  paper_height: 'the sheet is as high as the document',
  prefer_css_page_size: 'the sheet has its own size',
  page_ranges: 'there is one page',
  toc: 'there is one page',
} as const satisfies { [Name in keyof RenderOptions]?: string }

function findSheetConflicts(options: RenderOptions): OptionConflict[] {
  const names = Object.keys(NOT_OF_ONE_SHEET) as (keyof typeof NOT_OF_ONE_SHEET)[]
  const conflicts = names
    .filter((name) => options[name] !== undefined && options[name] !== false)
    .map((name) => ({
      pointer: `/${name}`,
      message: `cannot be combined with \`single_page\`, since ${NOT_OF_ONE_SHEET[name]}: leave one of them out`,
    }))
  const { paper, paper_width } = options
  if (paper === undefined || paper_width === undefined) return conflicts
  return [
    ...conflicts,
    { pointer: '/paper', message: 'cannot be combined with `paper_width`: give one or the other' },
  ]
}

function tooNarrow(field: keyof RenderOptions, sides: string, way: string, inches: number): OptionConflict {
  return {
    pointer: `/${field}`,
    message: `leaves less than ${MIN_PRINTABLE} inch to print on: the page is ${round(inches)} in ${way}, make the ${sides} margins smaller (they are in inches; for millimetres send "20mm")`,
  }
}

function round(inches: number): number {
  return Math.round(inches * 100) / 100
}
