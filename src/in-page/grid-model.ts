/** What is read of a data grid. */

/** A cell as it was drawn. */
export type GridCell = {
  text: string
  pictures: Element[]
  /** Columns that it takes. */
  span: number
  looks: { [property: string]: string }
}
/** From where to where in a grid, in CSS pixels. */
export type Span = { start: number; end: number }
/** `order` is the row's number, or its place. What is pinned has no span. */
export type GridRow = {
  order: number
  isNumbered: boolean
  isHead: boolean
  span: Span | undefined
  /** By the names of columns. */
  cells: Map<string, GridCell>
}
export type GridColumn = { name: string; order: number; isNumbered: boolean; span: Span | undefined }
/** Rows and names of columns in their order. */
export type GridCells = { rows: GridRow[]; columns: string[] }
