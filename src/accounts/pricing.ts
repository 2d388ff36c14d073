/** What work costs, in credits: one table, and the sum over what a request uses of it. */

const COSTS = {
  base: { generate: 1, studio: 1, transform: 1, qrcode: 1 },
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
  factur_x?: boolean | undefined
  embed_files?: readonly unknown[] | undefined
  attachments?: readonly unknown[] | undefined
}

/** Work to be priced. `goCreditMode` is the effective value: the request's, else the endpoint's, else the default. */
export type PricedWork =
  | { kind: 'generate' | 'transform' | 'studio'; goCreditMode: boolean; options?: PricedOptions | undefined }
  | { kind: 'qrcode'; logo: boolean }

/** The cost of `work` in credits, an integer of at least 1. Cache hits and replays are not work: they cost nothing. */
export function price(work: PricedWork): number {
  if (work.kind === 'qrcode') return COSTS.base.qrcode + (work.logo ? COSTS.logo : 0)
  const { compress, factur_x, embed_files = [], attachments = [] } = work.options ?? {}
  const withFiles = embed_files.length > 0 || attachments.length > 0
  const optimising =
    work.kind === 'generate' && withFiles
      ? COSTS.goCreditModeWithFilesOnGenerate
      : COSTS.goCreditMode[work.kind]
  return (
    COSTS.base[work.kind] +
    (work.goCreditMode ? optimising : 0) +
    (compress ? COSTS.compress : 0) +
    (factur_x ? COSTS.factur_x : 0) +
    (embed_files.length > 0 ? COSTS.embed_files : 0) +
    attachments.length * COSTS.attachment
  )
}
