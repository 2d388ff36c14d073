/** Where an inline image of a content stream ends (ISO 32000-2, 8.9.7): its data may hold any bytes, `EI` too. */

/** The filters whose data end by a mark of their own, at which `EI` needs no white space before it. */
const ASCII_FILTER = /\/(?:A85|ASCII85Decode|AHx|ASCIIHexDecode)\b/

const AFTER_MARK = />[\0\t\n\f\r ]*EI(?=[\0\t\n\f\r ]|$)|[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)/g
/** Without white space before it, only if what follows could be content: text, for so many characters. */
const AFTER_DATA =
  /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)|EI(?=[\0\t\n\f\r ][\t\n\r -~]{0,24}$|[\0\t\n\f\r ][\t\n\r -~]{24}|$)/g

/**
 * The place of the `EI` that ends the image whose dictionary begins at `start`; the length of the content if there is
 * none. Data that no filter packed are counted. Others end at the first `EI` between white space; that in front of it is
 * missing in files of some programs.
 *
 * Without an `ID` there are no data, and no end: to look for it again at the next image would take the square of the
 * length.
 */
export function inlineImageEnd(content: string, start: number): number {
  const data = content.indexOf('ID', start)
  if (data < 0) return content.length
  const dictionary = content.slice(start, data)
  const counted = endByLength(content, data + 2, dictionary)
  if (counted !== undefined) return counted
  const ending = ASCII_FILTER.test(dictionary) ? AFTER_MARK : AFTER_DATA
  ending.lastIndex = data
  const found = ending.exec(content)
  return found ? found.index + found[0].length - 2 : content.length
}

const ENTRIES = {
  width: /\/(?:W|Width)\s+(\d{1,6})\b/,
  height: /\/(?:H|Height)\s+(\d{1,6})\b/,
  bits: /\/(?:BPC|BitsPerComponent)\s+(\d{1,2})\b/,
}
const MASK = /\/(?:IM|ImageMask)\s+true\b/
const FILTER = /\/(?:F|Filter)\s*(?:\/|\[\s*\/)/
/** Colour spaces by the number of their components; others have names of their own in the resources. */
const COMPONENTS: [RegExp, number][] = [
  [/\/(?:CS|ColorSpace)\s*(?:\/(?:G|DeviceGray|CalGray)\b|\[\s*\/(?:I|Indexed)\b)/, 1],
  [/\/(?:CS|ColorSpace)\s*\/(?:RGB|DeviceRGB|CalRGB)\b/, 3],
  [/\/(?:CS|ColorSpace)\s*\/(?:CMYK|DeviceCMYK)\b/, 4],
]

/** The place of `EI` behind as many bytes as the samples take; undefined if they are packed, or it does not stand there. */
function endByLength(content: string, afterId: number, dictionary: string): number | undefined {
  const size = sampleBytes(dictionary)
  if (size === undefined) return undefined
  for (const lineEnd of content.startsWith('\r\n', afterId) ? [2, 1] : [1]) {
    const end = afterId + lineEnd + size
    const ending = /^[\0\t\n\f\r ]{0,2}EI(?=[\0\t\n\f\r ]|$)/.exec(content.slice(end, end + 5))
    if (ending) return end + ending[0].length - 2
  }
  return undefined
}

function sampleBytes(dictionary: string): number | undefined {
  if (FILTER.test(dictionary)) return undefined
  const numberIn = (entry: RegExp) => Number(entry.exec(dictionary)?.[1] ?? Number.NaN)
  const isMask = MASK.test(dictionary)
  const components = isMask ? 1 : COMPONENTS.find(([space]) => space.test(dictionary))?.[1]
  const bits = isMask ? 1 : numberIn(ENTRIES.bits)
  const size =
    numberIn(ENTRIES.height) * Math.ceil((numberIn(ENTRIES.width) * bits * (components ?? Number.NaN)) / 8)
  return Number.isNaN(size) ? undefined : size
}
