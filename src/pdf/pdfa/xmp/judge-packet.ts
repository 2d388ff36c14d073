/** What is wrong with an XMP packet by PDF/A (ISO 19005-1 6.7.5, 6.7.8 and 6.7.9, ISO 19005-2 6.6.2.1 and 6.6.2.3), whoever wrote it. */
import { XmlError } from '../../../e-invoice/xml/parse-xml'
import { type Described, EXTENSION, readExtensions } from './extension-schemas'
import { encodingOf, packetText } from './packet-text'
import { SCHEMAS } from './predefined-schemas'
import { readPacket, XmpError, type XmpNode } from './read-rdf'
import { isChoice, isOfType, namesByType } from './value-types'

const IDENTIFICATION = 'http://www.aiim.org/pdfa/ns/id/'

/** Bytes of a packet that are read. */
export const MAX_PACKET = 2 ** 20

/** The one problem that may be none. */
export const TOO_LONG = 'The metadata are longer than can be judged.'

type Known = { type: string; choices: RegExp | undefined }

/** Types and choices of the properties that XMP has, by part, namespace and name. */
const predefined = new Map<string, Known>(
  SCHEMAS.flatMap(({ namespace, part: only, properties, choices }) =>
    (only ? [only] : [1, 2]).flatMap((part) =>
      namesByType(properties).map(([name, type]): [string, Known] => [
        `${part} ${namespace} ${name}`,
        { type, choices: choices?.[name] },
      ]),
    ),
  ),
)

/** The properties, or why there are none that can be read. */
export function propertiesIn(
  bytes: Uint8Array,
  part: 1 | 2 | 3,
): { properties: XmpNode[]; problem?: string } {
  if (bytes.length > MAX_PACKET) return { properties: [], problem: TOO_LONG }
  try {
    return { properties: readPacket(decoded(bytes, part)) }
  } catch (error) {
    if (!(error instanceof XmlError || error instanceof XmpError || error instanceof TypeError)) throw error
    const reason = error instanceof TypeError ? 'they are not in UTF-8' : error.message
    return { properties: [], problem: `The metadata are no XMP: ${reason}.` }
  }
}

/** Throws TypeError for what is no text of its encoding, which in parts 2 and 3 is UTF-8. */
function decoded(bytes: Uint8Array, part: 1 | 2 | 3): string {
  if (part !== 1 && encodingOf(bytes) !== 'utf-8') throw new TypeError('not in UTF-8')
  return packetText(bytes, { fatal: true })
}

/** Whole sentences. `main` has the descriptions of the document's own packet, which count for others too in parts 2 and 3. */
export function packetProblems(bytes: Uint8Array, part: 1 | 2 | 3, main?: Described): string[] {
  const { properties, problem } = propertiesIn(bytes, part)
  if (problem) return [problem]
  const { typeOf, structureOf, problems } = readExtensions(properties, part === 1 ? undefined : main)
  return [
    ...headerProblems(bytes),
    ...problems.map((one) => `The description of properties in the metadata ${one}.`),
    ...properties.flatMap((property) => {
      const { namespace, name } = property
      if (namespace === EXTENSION && name === 'schemas') return []
      if (namespace === IDENTIFICATION && property.prefix !== 'pdfaid')
        return ['The metadata claim PDF/A with another prefix than pdfaid.']
      const key = `${namespace} ${name}`
      const known = predefined.get(`${part === 1 ? 1 : 2} ${key}`)
      const type = known?.type ?? typeOf(key)
      const told = `The property ${property.prefix}:${name}`.slice(0, 120)
      if (type === undefined) return [`${told} of the metadata is described nowhere.`]
      const isRight = isOfType(property, type, structureOf) && isChoice(property, known?.choices)
      return isRight ? [] : [`${told} of the metadata has a value that is not of its type (${type}).`]
    }),
  ]
}

function headerProblems(bytes: Uint8Array): string[] {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  const header = /<\?xpacket\s([^<>]*)\?>/.exec(start)?.[1] ?? ''
  const isOld = /\b(?:bytes|encoding)\s*=/.test(header)
  return isOld ? ['The header of the metadata names their bytes or encoding.'] : []
}
