/** A finding with its element, as audit, repairs and report hand it on. */
import type { Kind } from './findings'

/** A finding as an audit reported it; `page` counts from 0. */
export type Reported = { kind: Kind; element: Element; measure: number; page: number | undefined }
