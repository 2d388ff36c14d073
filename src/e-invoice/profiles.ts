/** The profiles of Factur-X 1.09 / ZUGFeRD 2.5, and how each is embedded. */

/** `fx:ConformanceLevel` of the XMP, and the value of `X-Factur-X`. */
export type ConformanceLevel = 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED' | 'XRECHNUNG'

/** Countries whose own rules can be asked for, by ISO 3166-1. */
export const NATIONAL_RULES = ['FR'] as const
export type NationalRules = (typeof NATIONAL_RULES)[number]

export type Profile = {
  level: ConformanceLevel
  /** `fx:Version`: of Factur-X, or of XRechnung for its own profile. */
  version: string
  /** Name of the embedded file, and `fx:DocumentFileName`. */
  fileName: 'factur-x.xml' | 'xrechnung.xml'
  /**
   * `Alternative` where the XML says the same as the pages and either is the invoice; `Data` where it says less
   * (MINIMUM and BASIC WL have no lines, so they are no invoices by themselves).
   */
  relationship: 'Alternative' | 'Data'
  /** An extension of XRechnung, which goes beyond EN 16931. */
  extension?: true
  /** Germany's profile for clean vehicles (Directive 2009/33/EC), which narrows XRechnung. */
  cleanVehicles?: true
  /** Whose rules it brings along beside those of EN 16931 (EXTENDED-CTC-FR). */
  nationalRules?: NationalRules
  /** Codes that this specification takes beside those of EN 16931, in a message that refuses them. */
  codes?: RegExp
}

const facturX = (level: ConformanceLevel): Profile => ({
  level,
  version: '1.0',
  fileName: 'factur-x.xml',
  relationship: level === 'MINIMUM' || level === 'BASIC WL' ? 'Data' : 'Alternative',
})

/** The profile that we write if none is asked for. */
export const EN_16931_PROFILE = facturX('EN 16931')

const EN_16931 = 'urn:cen.eu:en16931:2017'
const XRECHNUNG_3 = `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`

/** Profiles that an invoice given as JSON can be written in, with their guideline identifiers (BT-24). */
export const WRITTEN_PROFILES = {
  BASIC: `${EN_16931}#compliant#urn:factur-x.eu:1p0:basic`,
  'EN 16931': EN_16931,
  EXTENDED: `${EN_16931}#conformant#urn:factur-x.eu:1p0:extended`,
  'EXTENDED-CTC-FR': `${EN_16931}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`,
  XRECHNUNG: XRECHNUNG_3,
  'XRECHNUNG EXTENSION': `${XRECHNUNG_3}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`,
  'XRECHNUNG CVD': `${XRECHNUNG_3}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`,
} as const

export type WrittenProfile = keyof typeof WRITTEN_PROFILES

/** What begins with these is refined by nothing we tell apart; the first that fits decides. */
const guidelines: [prefix: string, level: ConformanceLevel][] = [
  ['urn:factur-x.eu:1p0:minimum', 'MINIMUM'],
  ['urn:zugferd.de:2p0:minimum', 'MINIMUM'],
  ['urn:factur-x.eu:1p0:basicwl', 'BASIC WL'],
  ['urn:zugferd.de:2p0:basicwl', 'BASIC WL'],
  ['urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic', 'BASIC'],
  ['urn:cen.eu:en16931:2017#compliant#urn:zugferd.de:2p0:basic', 'BASIC'],
  ['urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_', 'XRECHNUNG'],
  ['urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_', 'XRECHNUNG'],
  // Other usage specifications (CIUS) only narrow EN 16931; extensions go beyond it.
  ['urn:cen.eu:en16931:2017#compliant#', 'EN 16931'],
  ['urn:cen.eu:en16931:2017#conformant#', 'EXTENDED'],
]

/** The profile that a guideline identifier (BT-24) names; undefined if it is none of Factur-X. */
export function profileOf(guideline: string): Profile | undefined {
  if (guideline === 'urn:cen.eu:en16931:2017') return EN_16931_PROFILE
  const level = guidelines.find(([prefix]) => guideline.startsWith(prefix))?.[1]
  if (guideline.endsWith('#urn.cpro.gouv.fr:1p0:extended-ctc-fr')) {
    return { ...facturX('EXTENDED'), nationalRules: 'FR' }
  }
  if (level !== 'XRECHNUNG') return level && facturX(level)
  const version = /xrechnung_(\d+\.\d+)/.exec(guideline)?.[1] ?? '3.0'
  const profile: Profile = { level, version, fileName: 'xrechnung.xml', relationship: 'Alternative' }
  if (guideline.includes('#conformant#'))
    return { ...profile, extension: true, codes: /\bXR0\d is not a code/ }
  if (!guideline.includes('cvd')) return profile
  // Clean vehicles have a scheme of classification of their own.
  return { ...profile, cleanVehicles: true, codes: /\bCVD is not a code/ }
}

/** The name by which a profile is written; undefined if it is only read. */
export function writtenProfileOf(profile: Profile): WrittenProfile | undefined {
  const { level, extension, cleanVehicles, nationalRules } = profile
  if (level === 'MINIMUM' || level === 'BASIC WL') return undefined
  if (nationalRules) return 'EXTENDED-CTC-FR'
  if (extension) return 'XRECHNUNG EXTENSION'
  return cleanVehicles ? 'XRECHNUNG CVD' : level
}
