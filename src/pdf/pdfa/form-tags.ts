/** Elements of form fields (ISO 14289-1 7.18.4): one that does not say its role holds the place of one field, and nothing else. */
import { type PDFContext, type PDFDict, PDFName, type PDFObject } from 'pdf-lib'
import { dictAt, dictOf, nameAt } from './objects'
import { attributesOf, kids, retype, type Tag } from './structure-tree'

/** Whether an element is no form, or one as it should be. */
export function isFormInOrder({ type, dict }: Tag): boolean {
  if (type !== 'Form' || saysRole(dict)) return true
  const list = kids(dict)
  return list.length === 1 && list.every((kid) => isField(dict.context, kid))
}

/** Makes a division of a form without a field: what a form of HTML, or of paper, is around. */
export function unwrapForm(tag: Tag): void {
  if (isFormInOrder(tag) || kids(tag.dict).some((kid) => isField(tag.dict.context, kid))) return
  retype(tag, 'Div')
}

/** A field that is printed, and so no annotation, says what kind it is (ISO 32000-1 table 348). */
function saysRole(element: PDFDict): boolean {
  return attributesOf(element).some((attributes) => attributes.has(PDFName.of('Role')))
}

function isField(context: PDFContext, kid: PDFObject): boolean {
  return nameAt(dictAt(dictOf(context.lookup(kid)), 'Obj'), 'Subtype') === 'Widget'
}
