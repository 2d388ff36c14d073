/** What work costs, in credits: one table, and the sum over what a request uses of it. */

/** Credits by operation and option. Descriptions and errors interpolate them; a test compares the docs. */
export const PRICES = {
  base: { generate: 1, studio: 1, transform: 1, qrcode: 1, invoice_check: 1 },
  goCreditMode: { generate: 1, studio: 1, transform: 1 },
  /** On generate, optimising counts double where files are attached. */
  goCreditModeWithFilesOnGenerate: 2,
  compress: 1,
  factur_x: 1,
  /** Flat, whatever the number of files. */
  embed_files: 1,
  /** For each file. */
  attachment: 1,
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
  | { kind: 'qrcode'; logo: boolean }
  | { kind: 'invoice_check' }

/** The cost of `work` in credits, an integer of at least 1. Cache hits and replays are not work: they cost nothing. */
export function price(work: PricedWork): number {
  if (work.kind === 'invoice_check') return PRICES.base.invoice_check
  if (work.kind === 'qrcode') return PRICES.base.qrcode + (work.logo ? PRICES.logo : 0)
  const { compress, factur_x, embed_files = [], attachments = [] } = work.options ?? {}
  const withFiles = embed_files.length > 0 || attachments.length > 0
  const optimizing =
    work.kind === 'generate' && withFiles
      ? PRICES.goCreditModeWithFilesOnGenerate
      : PRICES.goCreditMode[work.kind]
  return (
    PRICES.base[work.kind] +
    (work.goCreditMode ? optimizing : 0) +
    (compress ? PRICES.compress : 0) +
    (factur_x ? PRICES.factur_x : 0) +
    (embed_files.length > 0 ? PRICES.embed_files : 0) +
    attachments.length * PRICES.attachment
  )
}

/** `1 credit`, `2 credits`. */
export function inCredits(amount: number): string {
  return `${amount} ${amount === 1 ? 'credit' : 'credits'}`
}
