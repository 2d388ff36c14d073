/** What a visitor may try: templates with their samples, and the fields of them that are shown. */
import certificate from '../../templates/certificate/classic/sample.json'
import invoice from '../../templates/invoice/classic/sample.json'
import letter from '../../templates/letter/formal/sample.json'
import label from '../../templates/shipping/label/sample.json'
import { TEXTS } from '../texts'

type Data = Record<string, unknown>
type Field = { path: string; label: string; kind?: 'color' | 'number' }
export type Example = {
  id: string
  label: string
  /** A class, so that its page has its place before it is there. */
  paper: 'upright' | 'lying' | 'parcel'
  data: Data
  fields: readonly Field[]
}

const words = TEXTS.home.fields

export const EXAMPLES: readonly [Example, ...Example[]] = [
  {
    id: 'invoice/classic',
    label: TEXTS.home.invoice,
    paper: 'upright',
    data: invoice,
    fields: [
      { path: 'buyer.name', label: words.customer },
      { path: 'number', label: words.number },
      { path: 'lines.0.name', label: words.item },
      { path: 'lines.0.quantity', label: words.quantity, kind: 'number' },
      { path: 'lines.0.net_price', label: words.price, kind: 'number' },
      { path: 'brand.accent', label: words.colour, kind: 'color' },
    ],
  },
  {
    id: 'certificate/classic',
    label: TEXTS.home.certificate,
    paper: 'lying',
    data: certificate,
    fields: [
      { path: 'recipient', label: words.recipient },
      { path: 'title', label: words.title },
      { path: 'achievement', label: words.achievement },
      { path: 'brand.name', label: words.issuer },
      { path: 'brand.accent', label: words.colour, kind: 'color' },
    ],
  },
  {
    id: 'letter/formal',
    label: TEXTS.home.letter,
    paper: 'upright',
    data: letter,
    fields: [
      { path: 'recipient.name', label: words.recipient },
      { path: 'subject', label: words.subject },
      { path: 'salutation', label: words.salutation },
      { path: 'closing', label: words.closing },
      { path: 'brand.accent', label: words.colour, kind: 'color' },
    ],
  },
  {
    id: 'shipping/label',
    label: TEXTS.home.shipping,
    paper: 'parcel',
    data: label,
    fields: [
      { path: 'recipient.name', label: words.recipient },
      { path: 'recipient.address.line1', label: words.street },
      { path: 'recipient.address.city', label: words.city },
      { path: 'tracking', label: words.tracking },
    ],
  },
]

/** The value at a dotted path; the parts of lists are numbers. */
export function valueIn(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (part as Data | undefined)?.[name], data)
}

/** A copy with another value at the path. */
export function withValue(data: Data, path: string, value: unknown): Data {
  const [name = '', ...rest] = path.split('.')
  const next = rest.length === 0 ? value : withValue((data[name] ?? {}) as Data, rest.join('.'), value)
  if (Array.isArray(data)) return data.with(Number(name), next) as unknown as Data
  return { ...data, [name]: next }
}
