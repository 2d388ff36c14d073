/**
 * Each annotation and form field brings what it looks like, in one way (ISO 19005-1 6.9, ISO 19005-2 6.3.3, 6.4.1).
 * Files often leave it to the reader; what readers agree on is drawn.
 */
import { PDFDict, type PDFDocument, type PDFFont, PDFName, PDFStream } from 'pdf-lib'
import { latin1 } from '../content-stream'
import {
  drawButton,
  drawFields,
  drawFreeText,
  fieldType,
  formXObject,
  hasAppearance,
  statesOf,
} from '../field-appearances'
import { addLatinFont } from '../latin-font'
import { readInTurns } from '../read-in-turns'
import { decodeStream } from '../streams'
import { budgetOf } from '../work-budget'
import { annotationsOf } from './annotations'
import { drawAnnotation } from './draw-annotation'
import { arrayAt, dictAt, nameAt, numberAt } from './objects'

const name = (key: string) => PDFName.of(key)

/**
 * Draws what has no appearance, and leaves one of several. What cannot be drawn stays: the check names it. So does a value
 * of which an old look shows nothing. Part 1 asks for those of form fields only. Throws WorkLimitExceeded.
 */
export async function completeAppearances(doc: PDFDocument, part: 1 | 2 | 3): Promise<void> {
  const annotations = annotationsOf(doc)
  if (annotations.length === 0) return
  for (const { widget } of await drawFields(doc)) if (!(await showsText(widget))) widget.delete(name('AP'))
  const isInNoForm = dictAt(doc.catalog, 'AcroForm') === undefined
  let font: PDFFont | undefined
  for (const { dict } of annotations) {
    const subtype = nameAt(dict, 'Subtype') ?? ''
    if (subtype === 'Widget') {
      drawButton(dict)
      // Readers show nothing of a field that is in no form.
      if (isInNoForm && !hasAppearance(dict)) dict.set(name('AP'), emptyLook(dict))
    } else if (part > 1 && subtype === 'FreeText' && !hasAppearance(dict)) {
      font ??= addLatinFont(doc)
      drawFreeText(dict, font)
    } else if (part > 1 && !['Link', 'Popup'].includes(subtype) && !hasAppearance(dict)) {
      const drawing = drawAnnotation(dict)
      if (drawing) dict.set(name('AP'), appearanceOf(dict, drawing))
    }
    keepOneAppearance(dict)
  }
}

/** Whether a field's look has any text, itself or in a form that it draws. */
async function showsText(field: PDFDict): Promise<boolean> {
  const look = dictAt(field, 'AP')?.lookup(name('N'))
  if (!(look instanceof PDFStream)) return false
  return await readInTurns(latin1(decodeStream(look)), budgetOf(field.context), ({ operator }) =>
    ['Tj', 'TJ', "'", '"', 'Do'].includes(operator),
  )
}

function emptyLook(annotation: PDFDict): PDFDict {
  return annotation.context.obj({ N: formXObject(annotation.context, '', arrayAt(annotation, 'Rect')) })
}

/** The appearances of an annotation that is drawn so. */
export function appearanceOf(
  annotation: PDFDict,
  { content, multiplies }: { content: string; multiplies: boolean },
) {
  const { context } = annotation
  const opacity = Math.min(1, Math.max(0, numberAt(annotation, 'CA') ?? 1))
  const changes = {
    ...(multiplies ? { BM: 'Multiply' } : {}),
    ...(opacity < 1 ? { ca: opacity, CA: opacity } : {}),
  }
  const isOpaque = Object.keys(changes).length === 0
  const resources = isOpaque ? {} : { ExtGState: { M: { Type: 'ExtGState', ...changes } } }
  const box = arrayAt(annotation, 'Rect')
  return context.obj({
    N: formXObject(context, `${isOpaque ? '' : '/M gs '}${content}`, box, { Resources: resources }),
  })
}

/** The normal appearance alone; of buttons one for each state, of all else one. What is no appearance goes. */
function keepOneAppearance(annotation: PDFDict): void {
  if (!hasAppearance(annotation)) {
    annotation.delete(name('AP'))
    return
  }
  const looks = dictAt(annotation, 'AP')
  const [own, normal] = [looks?.get(name('N')), looks?.lookup(name('N'))]
  const hasStates = nameAt(annotation, 'Subtype') === 'Widget' && fieldType(annotation) === 'Btn'
  const state = annotation.get(name('AS'))
  const { context } = annotation
  const empty = () => formXObject(context, '', arrayAt(annotation, 'Rect'))
  if (normal instanceof PDFStream && hasStates) {
    annotation.set(name('AS'), name('Off'))
    annotation.set(name('AP'), context.obj({ N: { Off: own } }))
  } else if (normal instanceof PDFDict && !hasStates) {
    const chosen = state instanceof PDFName ? normal.get(state) : undefined
    const N = context.lookup(chosen) instanceof PDFStream ? chosen : empty()
    annotation.set(name('AP'), context.obj({ N }))
    annotation.delete(name('AS'))
  } else {
    for (const [key, look] of statesOf(normal))
      if (normal instanceof PDFDict && !(look instanceof PDFStream)) normal.set(key, empty())
    annotation.set(name('AP'), context.obj({ N: own }))
  }
}
