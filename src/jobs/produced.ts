/** A finished document with what is known of it. */

import type { OptimizationReport } from '../optimize/summary'
import type { Conformance } from '../pdf/finish'
import type { StoredFile } from '../storage/files'

export type ProducedDocument = StoredFile & {
  pages: number
  warnings: string[]
  /** What an archival or accessible file was checked to be. */
  conformance?: Conformance | undefined
  /** Profile of the invoice inside, or `prepared`. */
  facturX?: string | undefined
  /** What `goCreditMode` found and did. */
  optimization?: OptimizationReport | undefined
}
