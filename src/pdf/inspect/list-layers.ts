/** Layers: optional content groups (ISO 32000-2, 8.11). */
import { PDFDict, type PDFDocument } from 'pdf-lib'
import { textAt } from '../pdfa/annotations'
import { arrayAt, dictAt, nameAt } from '../pdfa/objects'

export type LayerFacts = {
  name: string
  /** In the default configuration. */
  visible: boolean
}

/** The groups in the order in which the document lists them. */
export function layersOf({ catalog, context }: PDFDocument): LayerFacts[] {
  const properties = dictAt(catalog, 'OCProperties')
  const settings = dictAt(properties, 'D')
  const listed = (key: string) =>
    new Set(
      arrayAt(settings, key)
        ?.asArray()
        .map((item) => context.lookup(item)),
    )
  const [on, off] = [listed('ON'), listed('OFF')]
  const startsOff = nameAt(settings, 'BaseState') === 'OFF'
  return (arrayAt(properties, 'OCGs')?.asArray() ?? []).flatMap((item) => {
    const group = context.lookup(item)
    if (!(group instanceof PDFDict)) return []
    const visible = startsOff ? on.has(group) : !off.has(group)
    return [{ name: (textAt(group, 'Name') ?? '').slice(0, 200), visible }]
  })
}
