/** What work costs, in credits: one table, and the sum over what a request uses of it. */

/** Credits by operation and option. Descriptions and errors interpolate them; a test compares the docs. */
export const PRICES = {
  base: { generate: 1, studio: 1, transform: 1, qrcode: 1, finish: 1, invoice_check: 1, inspect: 1 },
  goCreditMode: { generate: 1, studio: 1, transform: 1 },
  /** On generate, optimising counts double where files are attached. */
  goCreditModeWithFilesOnGenerate: 2,
  compress: 1,
  factur_x: 1,
  /** Flat, whatever the number of files. */
  embed_files: 1,
  /** For each file that is appended: in `attachments`, and in the `files` of finish beside the first. */
  appendedFile: 1,
  logo: 1,
} as const

/** The part of a document's options that is not free. */
export type PricedOptions = {
  compress?: boolean | undefined
  /** Whether the document is to carry an invoice, in whatever profile. */
  factur_x?: boolean | object | undefined
  embed_files?: readonly unknown[] | undefined
  attachments?: readonly unknown[] | undefined
}

/** Work to be priced. `goCreditMode` is the effective value: the request's, else the endpoint's, else the default. */
export type PricedWork =
  | { kind: 'generate' | 'transform' | 'studio'; goCreditMode: boolean; options?: PricedOptions | undefined }
  /** `files` is how many are put together. */
  | { kind: 'finish'; files: number; options?: PricedOptions | undefined }
  | { kind: 'qrcode'; logo: boolean }
  | { kind: 'invoice_check' }
  | { kind: 'inspect' }

/** One line of a price: `count` pieces of what is paid for, and what they cost together in credits. */
export type PriceItem = { item: PricedItem; count: number; credits: number }

/** What can be paid for: the work itself, and the fields of a request that cost something. */
export const PRICED_ITEMS = [
  'generate',
  'studio',
  'transform',
  'qrcode',
  'finish',
  'invoice_check',
  'inspect',
  'files',
  'goCreditMode',
  'compress',
  'factur_x',
  'embed_files',
  'attachments',
  'logo',
] as const
type PricedItem = (typeof PRICED_ITEMS)[number]

/** The cost of `work` in credits, an integer of at least 1. Cache hits and replays are not work: they cost nothing. */
export function price(work: PricedWork): number {
  return priceItems(work).reduce((sum, { credits }) => sum + credits, 0)
}

/** What the price of `work` is made of; what costs nothing has no line. */
export function priceItems(work: PricedWork): PriceItem[] {
  return [one(work.kind, PRICES.base[work.kind]), ...extras(work)].filter(({ credits }) => credits > 0)
}

function extras(work: PricedWork): PriceItem[] {
  switch (work.kind) {
    case 'invoice_check':
    case 'inspect':
      return []
    case 'qrcode':
      return [one('logo', work.logo ? PRICES.logo : 0)]
    case 'finish': {
      const more = work.files - 1
      const files = { item: 'files', count: more, credits: more * PRICES.appendedFile } as const
      return [files, ...optionItems(work.options)]
    }
    default:
      return [one('goCreditMode', work.goCreditMode ? optimizing(work) : 0), ...optionItems(work.options)]
  }
}

function optimizing({ kind, options = {} }: Extract<PricedWork, { goCreditMode: boolean }>): number {
  const { embed_files = [], attachments = [] } = options
  const withFiles = embed_files.length > 0 || attachments.length > 0
  return kind === 'generate' && withFiles ? PRICES.goCreditModeWithFilesOnGenerate : PRICES.goCreditMode[kind]
}

function optionItems({
  compress,
  factur_x,
  embed_files = [],
  attachments = [],
}: PricedOptions = {}): PriceItem[] {
  const { length: embedded } = embed_files
  const { length: appended } = attachments
  return [
    one('compress', compress ? PRICES.compress : 0),
    one('factur_x', factur_x ? PRICES.factur_x : 0),
    { item: 'embed_files', count: embedded, credits: embedded > 0 ? PRICES.embed_files : 0 },
    { item: 'attachments', count: appended, credits: appended * PRICES.appendedFile },
  ]
}

function one(item: PricedItem, credits: number): PriceItem {
  return { item, count: 1, credits }
}

/** `1 credit`, `2 credits`. */
export function inCredits(amount: number): string {
  return `${amount} ${amount === 1 ? 'credit' : 'credits'}`
}
