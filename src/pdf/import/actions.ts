/** Which actions of somebody else's PDF may stay (ISO 32000-2, 12.6.4): those listed here, and no others. */
import { type PDFDict, PDFName } from 'pdf-lib'
import { decodeText, isTextString } from '../decode-text'

/** Named actions that every reader knows (12.6.4.12); others are menu items of some program. */
const namedActions = new Set(
  ['NextPage', 'PrevPage', 'FirstPage', 'LastPage'].map((name) => PDFName.of(name)),
)

/** The types of actions (12.6.4.1 and Adobe's extension level 3). Other dictionaries have types of other names. */
const actionTypes = new Set(
  (
    'GoTo GoToR GoToE GoToDp Launch Thread URI Sound Movie Hide Named SubmitForm ResetForm ImportData SetState NOP ' +
    'JavaScript SetOCGState Rendition Trans GoTo3DView RichMediaExecute'
  )
    .split(' ')
    .map((name) => PDFName.of(name)),
)

/** An address that begins so is for a browser, a mail program or a telephone. */
const linked = /^(https?|mailto|tel|sms):/i

/** A relative address: no scheme, and no server's name before the path, of which Windows makes a shared folder. */
const relative = /^(?![/\\]{2})[^:]*([/?#]|$)/

/**
 * Whether a dictionary is an action that does more than move within the document or open an address that the reader is
 * asked about. `standsAsAction`: it is where actions stand, so that an unknown type counts too.
 */
export function mayAct(dict: PDFDict, standsAsAction = false): boolean {
  const type = dict.lookup(PDFName.of('S'))
  const isKnown = type instanceof PDFName && actionTypes.has(type)
  return (isKnown || standsAsAction) && !isHarmlessAction(dict)
}

function isHarmlessAction(action: PDFDict): boolean {
  const type = action.lookup(PDFName.of('S'))
  if (type === PDFName.of('GoTo')) return true
  if (type === PDFName.of('Named')) {
    const name = action.lookup(PDFName.of('N'))
    return name instanceof PDFName && namedActions.has(name)
  }
  return type === PDFName.of('URI') && isHarmlessAddress(action.lookup(PDFName.of('URI')))
}

/** Whether an address leads to the web, to mail, to a telephone, or is relative. */
export function isHarmlessAddress(address: unknown): boolean {
  if (!isTextString(address)) return false
  const text = decodeText(address).trim()
  // Some readers drop control characters, so that `java\nscript:` is a script.
  return !/\p{Cc}/u.test(text) && (linked.test(text) || relative.test(text))
}
