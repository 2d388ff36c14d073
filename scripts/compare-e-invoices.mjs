/**
 * `npm run compare:e-invoices`: holds our rules against the published schemas and schematrons, over examples and mutants
 * of them, and prints every miss (officially invalid, and we accept it) and every false alarm. It also converts each
 * example to JSON and back and prints what is lost. Takes about half an hour.
 *
 *     npm run compare:e-invoices                          our examples and CEN's, 2,500 mutants
 *     npm run compare:e-invoices -- --mutants 300 FOLDER  fewer mutants, and the XML files below a folder too
 *     npm run compare:e-invoices -- --again               our rules anew, against the verdicts of the run before
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { examples } from './e-invoices/examples.mjs'
import { express } from './e-invoices/express.mjs'
import { mutate, randomBelow } from './e-invoices/mutate.mjs'
import { judge } from './e-invoices/official.mjs'
import { eInvoiceService } from './e-invoices/service.mjs'
import { home, installOracles } from './oracle-tools.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutants: { type: 'string', default: '2500' },
    seed: { type: 'string', default: '20261122' },
    again: { type: 'boolean', default: false },
  },
})

/** What we refuse on purpose although no published rule does (docs/decisions/invoice-rules.md), by our finding. */
const STRICTER_ON_PURPOSE = [
  /CII-DT-097|must be a date/,
  /^BR-FR-05 A note must say/,
  /^BR-54 The (name|value) of the attribute/,
]

/** Files with attachments say nothing that others do not, and take long. */
const MAX_CHARACTERS = 60_000

if (!values.again) installOracles()
const service = await eInvoiceService()
const folder = path.join(home, 'e-invoices')
const verdictsFile = path.join(folder, 'verdicts.json')
const verdicts = values.again ? JSON.parse(fs.readFileSync(verdictsFile, 'utf8')) : askPublishedRules()
const judged = verdicts.map((each) => {
  const xml = fs.readFileSync(path.join(folder, each.folder, each.file), 'utf8')
  return { ...each, xml, ours: findings(xml) }
})
for (const [profile, cases] of Map.groupBy(judged, (each) => each.profile)) printComparison(profile, cases)
printExpressed(judged.filter(({ what, official }) => what === 'as it is' && official.length === 0))

/** The name of the profile that the official judges know; undefined for what is none of Factur-X. */
function profileOf(xml) {
  try {
    const { profile } = service.readCii(xml)
    if (profile?.nationalRules) return 'EXTENDED-CTC-FR'
    if (profile?.level === 'XRECHNUNG' && Number(profile.version) < 3) return 'XRECHNUNG 2'
    return profile && (service.writtenProfileOf(profile) ?? profile.level)
  } catch {
    return undefined
  }
}

/** Every file with what the published rules say of it, which is kept for `--again`. */
function askPublishedRules() {
  fs.rmSync(folder, { recursive: true, force: true })
  const sources = examples(service, positionals).flatMap((example) => {
    const profile = profileOf(example.xml)
    return profile ? [{ ...example, profile, what: 'as it is' }] : []
  })
  const byProfile = Map.groupBy([...sources, ...mutants(sources)], ({ profile }) => profile)
  const all = [...byProfile].flatMap(([profile, cases]) => judgeAll(profile, cases))
  fs.writeFileSync(verdictsFile, JSON.stringify(all))
  return all
}

/** Mutants of every profile alike. One that names another guideline has no published rules to be held against. */
function* mutants(sources) {
  const random = randomBelow(Number(values.seed))
  const small = sources.filter(({ xml }) => xml.length < MAX_CHARACTERS)
  const profiles = [...Map.groupBy(small, ({ profile }) => profile).values()]
  for (let made = 0; made < Number(values.mutants); ) {
    const ofProfile = profiles[made % profiles.length]
    const source = ofProfile[random(ofProfile.length)]
    const mutant = { ...source, ...mutate(source.xml, random) }
    if (!['', guidelineOf(source.xml)].includes(guidelineOf(mutant.xml))) continue
    made += 1
    yield mutant
  }
}

/** BT-24. */
function guidelineOf(xml) {
  const parameter = /<(?:\w+:)?GuidelineSpecifiedDocumentContextParameter>\s*<(?:\w+:)?ID>([^<]*)</.exec(xml)
  return parameter?.[1].trim() ?? ''
}

function judgeAll(profile, cases) {
  const own = path.join(folder, profile.replaceAll(' ', '-'))
  fs.mkdirSync(own, { recursive: true })
  const named = cases.map((each, index) => ({ ...each, file: `${index}.xml` }))
  for (const { file, xml } of named) fs.writeFileSync(path.join(own, file), xml)
  const official = judge(profile, own)
  return named.map(({ name, what, file }) => ({
    ...{ name, what, file, profile, folder: path.basename(own) },
    official: official.get(file) ?? [],
  }))
}

function findings(xml) {
  try {
    return service.readCii(xml).findings.map(({ rule, message }) => `${rule} ${message}`)
  } catch (error) {
    return [`XML ${error.message}`]
  }
}

function printComparison(profile, cases) {
  const misses = cases.filter(({ official, ours }) => official.length > 0 && ours.length === 0)
  const refused = cases.filter(({ official, ours }) => official.length === 0 && ours.length > 0)
  const isOnPurpose = ({ ours }) =>
    ours.every((each) => STRICTER_ON_PURPOSE.some((pattern) => pattern.test(each)))
  const alarms = refused.filter((each) => !isOnPurpose(each))
  const invalid = cases.filter(({ official }) => official.length > 0).length
  console.log(
    `\n${profile}: ${cases.length} files, ${invalid} officially invalid, ${misses.length} missed, ${alarms.length} false alarms, ${refused.length - alarms.length} stricter on purpose`,
  )
  for (const { file, name, what, official } of misses) {
    console.log(`  miss ${file} (${name}; ${what}): ${official.slice(0, 3).join('; ')}`)
  }
  for (const { file, name, what, ours } of alarms) {
    console.log(`  false alarm ${file} (${name}; ${what}): ${ours.slice(0, 2).join('; ').slice(0, 200)}`)
  }
}

function printExpressed(valid) {
  const written = valid.filter(({ profile }) => Object.hasOwn(service.WRITTEN_PROFILES, profile))
  const results = written.map(({ name, xml, profile }) => ({
    name,
    profile,
    ...express(service, xml, profile),
  }))
  const whole = results.filter(({ refused, lost }) => refused === undefined && lost.length === 0)
  console.log(`\nAs JSON and back: ${whole.length} of ${results.length} valid examples whole`)
  for (const { name, profile, refused, lost } of results) {
    if (refused !== undefined) console.log(`  refused ${name} (${profile}): ${refused}`)
    if (lost.length > 0) console.log(`  lost of ${name} (${profile}): ${lost.slice(0, 4).join('; ')}`)
  }
}
