/** Controls that print the page or fetch its PDF: on paper nobody can press them. */
import { isVisible, native } from './dom'
import { document } from './true-document'

/** Elements that are looked at. */
const MAX_LOOKED_AT = 200
const MAX_SHOWN = 40

const CONTROLS =
  'button,input[type="button"],input[type="submit"],[role="button"],[onclick*="print("],a[href="#"],a[href^="javascript:"]'
/** Words that say it, in the languages of our templates; and those that stand beside them. */
const VERBS = new Set(
  (
    'print download pdf drucken herunterladen imprimer télécharger imprimir descargar baixar stampa scarica afdrukken ' +
    'downloaden drukuj pobierz طباعة הדפסה'
  ).split(' '),
)
const BESIDE = new Set(
  (
    'save export this the as to a page document invoice receipt ticket now seite rechnung dokument speichern als diese ' +
    'enregistrer en le la facture page guardar como el fattura salva come opslaan factuur zapisz jako strona fatura'
  ).split(' '),
)

/** The text of the first control that shows; nothing for most documents. */
export function findScreenControl(): string | undefined {
  for (const found of [...document.querySelectorAll<HTMLElement>(CONTROLS)].slice(0, MAX_LOOKED_AT)) {
    const element = native(found)
    const text = (element instanceof HTMLInputElement ? element.value : element.textContent).trim()
    const prints = /\bprint\(/.test(element.getAttribute('onclick') ?? '')
    if (!prints && !saysSo(text)) continue
    if (isVisible(element)) return text.slice(0, MAX_SHOWN) || element.localName
  }
  return undefined
}

function saysSo(text: string): boolean {
  const words = (text.length > MAX_SHOWN ? '' : text).toLowerCase().match(/\p{L}+/gu) ?? []
  return words.some((word) => VERBS.has(word)) && words.every((word) => VERBS.has(word) || BESIDE.has(word))
}
