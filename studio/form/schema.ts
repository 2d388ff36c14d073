/** The parts of a JSON Schema that forms are made from. */
export type Schema = {
  type?: string | string[]
  title?: string
  description?: string
  enum?: unknown[]
  format?: string
  default?: unknown
  examples?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  /** The fields to begin with, as dotted paths. */
  'x-first'?: string[]
  /** The fields of the root under headings. */
  'x-groups'?: { title: string; properties: string[] }[]
  /** The field of an object that a text in its place stands for. */
  'x-scalar'?: string
}
