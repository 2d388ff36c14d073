/** Inline images whose data could be taken for their end (ISO 32000-1 8.9.7): they are written in digits, which cannot. */
import { latin1Bytes, shownParts } from '../content-stream'

/** What some programs take for the end of an image, whatever stands before it. */
const SEEMING_END = /EI[\0\t\n\f\r ]+(?!$)/

/** The operand of a `BI`, its data in hexadecimal digits if `EI` stands in them. */
export function withoutSeemingEnd(image: string): string {
  const at = image.indexOf('ID')
  const data = image.slice(at + 2)
  if (at < 0 || !SEEMING_END.test(data)) return image
  const digits = Buffer.from(latin1Bytes(data.slice(data.startsWith('\r\n') ? 2 : 1))).toString('hex')
  return `${withFilter(image.slice(0, at))}ID\n${digits}>\n`
}

/** The entries with digits as the outermost filter, which has no parameters. */
function withFilter(dictionary: string): string {
  const parts = shownParts(`[${dictionary}]`)
  const entries: string[] = []
  let isFiltered = false
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [key = '', value = ''] = parts.slice(at, at + 2)
    const isFilter = key === '/F' || key === '/Filter'
    const isParameter = key === '/DP' || key === '/DecodeParms'
    isFiltered ||= isFilter
    const outer = isFilter ? '/AHx' : 'null'
    const inner = value.startsWith('[') ? value.slice(1) : `${value}]`
    entries.push(key, isFilter || isParameter ? `[${outer} ${inner}` : value)
  }
  return ['', ...entries, ...(isFiltered ? [] : ['/F', '/AHx']), ''].join(' ')
}
