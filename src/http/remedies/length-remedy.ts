/** What somebody meant by a length that is none. */
import { MAX_SHOWN } from './type-remedy'

/** A length without its unit, in quotes, or with a comma. */
export function lengthOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.slice(0, MAX_SHOWN).trim()
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text))
    return `send ${text} without quotes, or "${text}mm" if it is millimetres`
  const [, pixels] = /^(\d{1,3}(?:\.\d{1,3})?)\s?r?em$/i.exec(text) ?? []
  if (pixels) return `em is no length of paper: send "${Number(pixels) * 16}px" if 1em is 16px`
  if (/%$|v[wh]$/i.test(text)) return 'a share of the page is not taken: send such as "10mm"'
  if (/^(?:none|no|zero)$/i.test(text)) return 'send 0'
  const [, inches] = /^(\d{1,3}(?:\.\d{1,3})?)\s?(?:inch|inches|"|″)$/i.exec(text) ?? []
  if (inches) return `send ${inches}, which is inches`
  if (/^[\d.]{1,6}[a-z]{0,2} [\d.]/i.test(text))
    return 'send one length a side: margin_top, margin_right, margin_bottom, margin_left'
  return /^\d{1,6},\d{1,6}[a-z]{0,2}$/i.test(text) ? `send "${text.replace(',', '.')}"` : undefined
}
