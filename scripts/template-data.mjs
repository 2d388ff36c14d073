/** The kinds of data that every template is looked at with: its sample, nothing, long texts, right to left, 60 rows. */

export const KINDS = ['sample', 'empty', 'long', 'rtl', 'rows']

/** Keys whose texts mean something to the template: codes, dates, addresses of files. */
const CODES =
  /^(?:locale|currency|country|unit|category|code|scheme|type_code|iban|bic|logo|image|signature_image|.*_url|accent|status|label_key|.*date|date|start|end|shipped|due|doors|valid_from|valid_until|pay_by|required_by|break|time_zone|direction|id|vat_id|tracking|barcode)$/

/** Texts that are words of ours, such as the ages of a debt. */
const WORDS = /^(?:current|days_\d+(?:_\d+)?)$/

const LONG = ' Donaudampfschifffahrtselektrizitätenhauptbetriebswerk & Söhne Internationale Verwaltungs-GmbH'
const ARABIC = ['شركة النور للتجارة والمقاولات', 'تصميم وتنفيذ', 'خدمات استشارية للمشروع', 'ليلى الحداد']
/** What the lists of rows are called in our templates. */
const LISTS = [
  'lines',
  'entries',
  'items',
  'clauses',
  'sections',
  'groups',
  'invoices',
  'earnings',
  'deductions',
]

/** The data of one kind for a template. */
export function dataOf({ sample }, kind) {
  if (kind === 'empty') return {}
  if (kind === 'long') return { ...mapTexts(sample, (text) => text + LONG), locale: sample.locale }
  if (kind === 'rtl') {
    const arabic = mapTexts(sample, (text, index) =>
      /\p{L}{3}/u.test(text) && !/[@#]|:\/\//.test(text) ? ARABIC[index % ARABIC.length] : text,
    )
    return { ...arabic, locale: 'ar' }
  }
  if (kind === 'rows') return withRows(sample, 60)
  return sample
}

function mapTexts(value, change, key = '', counter = { next: 0 }) {
  if (typeof value === 'string')
    return CODES.test(key) || WORDS.test(value) ? value : change(value, counter.next++)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, key, counter))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change, name, counter)]),
  )
}

/** The first list of rows, repeated until it has so many; where rows are in groups, those of the first group. */
function withRows(sample, count) {
  const name = LISTS.find((list) => Array.isArray(sample[list]) && sample[list].length > 0)
  if (!name) return sample
  const rows = sample[name]
  if (Array.isArray(rows[0]?.items)) {
    return { ...sample, [name]: [{ ...rows[0], items: repeat(rows[0].items, count) }, ...rows.slice(1)] }
  }
  return { ...sample, [name]: repeat(rows, count) }
}

const repeat = (rows, count) => Array.from({ length: count }, (_, index) => rows[index % rows.length])
