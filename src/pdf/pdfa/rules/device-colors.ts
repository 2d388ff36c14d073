/**
 * Colours of the device, which an output intent or a default space of the resources must define: ISO 19005-1 6.2.2 and
 * 6.2.3.3, ISO 19005-2 6.2.3, 6.2.4.3 and 6.2.10.
 */
import { type PDFDict, PDFName, type PDFObject, PDFStream } from 'pdf-lib'
import { unescapePdfName } from '../../../text/pdf-name'
import { filterInTurns, readInTurns } from '../../read-in-turns'
import { decodeStream } from '../../streams'
import { usesCmyk } from '../cmyk'
import type { Content, ReadContent } from '../contents'
import { readHeader } from '../icc'
import { profileProblem } from '../icc-spaces'
import { inlineImageEntries } from '../inline-entries'
import { arrayAt, dictAt, dictOf, nameAt, numberAt, streamAt } from '../objects'
import { type ConformanceFinding, type OpenFile, type Rule, when } from './conformance-rule'
import { blendsIn } from './graphics'
import { paintedBy } from './painted-parts'

export const deviceColorRules: Rule[] = [
  { part1: '6.2.2', part2: '6.2.3', find: outputIntents },
  { part1: '6.2.3.3', part2: '6.2.4.3', find: deviceColors },
  { part2: '6.2.10', find: blendingSpaces },
]

type Device = 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK'
/** The default space that defines a device's, and the output profiles that do. Gray is defined by any. */
const DEVICES: { device: Device; fallback: string; profiles: string[] }[] = [
  { device: 'DeviceGray', fallback: 'DefaultGray', profiles: ['GRAY', 'RGB ', 'CMYK'] },
  { device: 'DeviceRGB', fallback: 'DefaultRGB', profiles: ['RGB '] },
  { device: 'DeviceCMYK', fallback: 'DefaultCMYK', profiles: ['CMYK'] },
]

function intentsOf({ doc }: OpenFile): PDFDict[] {
  const list = arrayAt(doc.catalog, 'OutputIntents')
  return (list?.asArray() ?? []).flatMap((_, at) => dictOf(list?.lookup(at)) ?? [])
}

/** The colour space of the profile that the file was made for, as four characters; undefined if it names none. */
function intendedSpace(file: OpenFile): string | undefined {
  const intent = intentsOf(file).find((one) => nameAt(one, 'S') === 'GTS_PDFA1')
  const profile = streamAt(intent, 'DestOutputProfile')
  return profile && readHeader(decodeStream(profile))?.colorSpace
}

const OUTPUT_CLASSES = new Set(['mntr', 'prtr'])

/** All output intents have one profile, of a monitor or a printer. */
function outputIntents(file: OpenFile): ConformanceFinding[] {
  const intents = intentsOf(file).filter((one) => file.part !== 1 || nameAt(one, 'S') === 'GTS_PDFA1')
  const key = PDFName.of('DestOutputProfile')
  const profiles = new Set(intents.flatMap((one) => one.get(key) ?? []))
  const unusable = [...profiles].some((ref) => {
    const profile = file.doc.context.lookup(ref)
    if (profileProblem(profile, file.part === 1 ? 2 : 4) || !(profile instanceof PDFStream)) return true
    const { deviceClass = '', colorSpace } = readHeader(decodeStream(profile)) ?? {}
    return !OUTPUT_CLASSES.has(deviceClass) || colorSpace === 'Lab '
  })
  return [
    ...when(profiles.size > 1, 'The file names several output intents that have different profiles.'),
    ...when(unusable, 'The profile of the output intent is damaged, or none of a monitor or a printer.'),
  ]
}

async function deviceColors(file: OpenFile): Promise<ConformanceFinding[]> {
  const space = intendedSpace(file)
  const undefinedDevices = DEVICES.filter(({ profiles }) => !profiles.includes(space ?? ''))
  if (undefinedDevices.length === 0) return []
  const declared = devicesIn(file)
  const found: ConformanceFinding[] = []
  for (const { device, fallback } of undefinedDevices) {
    const message = messageFor(device, space)
    const bare = file.contents.filter(({ content }) => !defines(content.resources, fallback))
    const isDeclared = declared.has(device) && bare.some(({ content }) => drawsWith(content.resources))
    const used = await filterInTurns(bare, (read) => usesDevice(read, device))
    found.push(...when(isDeclared, message))
    for (const { content } of used) found.push({ message, page: content.page + 1 })
  }
  return found
}

function messageFor(device: Device, space: string | undefined): string {
  if (device === 'DeviceCMYK') return 'Colours are given as CMYK: use sRGB.'
  if (space === undefined) return 'The file does not say which colours it was made for.'
  return 'Colours are given as RGB, and the file was made for others.'
}

/** Whether resources say what the colours of a device are. */
function defines(resources: PDFDict | undefined, fallback: string): boolean {
  const family = arrayAt(dictAt(resources, 'ColorSpace'), fallback)?.lookup(0)
  return family instanceof PDFName && /^(?:ICCBased|Cal)/.test(family.decodeText())
}

/** Whether resources name anything that has colour spaces of its own. */
function drawsWith(resources: PDFDict | undefined): boolean {
  return ['XObject', 'Shading', 'Pattern', 'ColorSpace', 'ExtGState'].some(
    (category) => (dictAt(resources, category)?.keys().length ?? 0) > 0,
  )
}

const NAMES = new Map(DEVICES.map(({ device }) => [PDFName.of(device), device]))

/** The spaces of the device that objects name: not thumbnails and soft masks, nor what a profile names as its alternate. */
function devicesIn({ objects, dicts, arrays }: OpenFile): Set<Device> {
  const found = new Set<Device>()
  const take = (value: PDFObject) => {
    const device = value instanceof PDFName ? NAMES.get(value) : undefined
    if (device) found.add(device)
  }
  const alternate = PDFName.of('Alternate')
  const unpainted = new Set(
    dicts.flatMap((dict) =>
      [streamAt(dict, 'Thumb')?.dict ?? [], streamAt(dict, 'SMask')?.dict ?? []].flat(),
    ),
  )
  for (const [, object] of objects) take(object)
  for (const dict of dicts) {
    if (unpainted.has(dict)) continue
    for (const [key, value] of dict.entries()) if (key !== alternate) take(value)
  }
  for (const array of arrays) for (const value of array.asArray()) take(value)
  return found
}

async function usesDevice(read: ReadContent, device: Device): Promise<boolean> {
  const { content, text } = read
  if (device === 'DeviceCMYK') return await usesCmyk(text, content)
  const state = new PaintedColors(content)
  return await readInTurns(text, content.work, ({ operator, operands }) => {
    state.take(operator, operands)
    return state.devices.has(device)
  })
}

/** What sets the colour of fills is written small, of strokes large. */
const SETTERS: Record<string, Device | undefined> = { g: 'DeviceGray', rg: 'DeviceRGB', k: 'DeviceCMYK' }
const ABBREVIATED: Record<string, Device> = { G: 'DeviceGray', RGB: 'DeviceRGB', CMYK: 'DeviceCMYK' }

type Colors = { hasFill: boolean; hasStroke: boolean; mode: number }

/** The spaces of the device that a content has set so far, or painted in: without any, black is gray. */
class PaintedColors {
  readonly devices = new Set<Device>()
  private readonly saved: Colors[] = []
  private now: Colors

  constructor({ kind, ref, resources }: Content) {
    const dict = ref && dictOf(resources?.context.lookup(ref))
    // Glyphs, and patterns without colours, are painted in those of what shows them.
    const isColored = kind === 'glyph' || (kind === 'pattern' && numberAt(dict, 'PaintType') === 2)
    this.now = { hasFill: isColored, hasStroke: isColored, mode: 0 }
  }

  take(operator: string, operands: string[]): void {
    const { now } = this
    if (operator === 'q') this.saved.push({ ...now })
    else if (operator === 'Q') this.now = this.saved.pop() ?? now
    else if (operator === 'Tr') now.mode = Number(operands[0])
    else if (operator === 'BI') this.takeImage(operands[0] ?? '')
    else {
      const painted = paintedBy(operator, now.mode)
      if (painted) this.paint(painted.fills, painted.strokes)
      else this.set(operator, operands)
    }
  }

  private set(operator: string, operands: string[]): void {
    const small = operator.toLowerCase()
    const isSpace = small === 'cs'
    const device = isSpace ? unescapePdfName(operands[0] ?? '').slice(1) : SETTERS[small]
    if (!isSpace && !device) return
    if (operator === small) this.now.hasFill = true
    else this.now.hasStroke = true
    this.add(device)
  }

  private add(name: string | undefined): void {
    const device = DEVICES.find((one) => one.device === name)?.device
    if (device) this.devices.add(device)
  }

  private paint(fills: boolean, strokes: boolean): void {
    if ((fills && !this.now.hasFill) || (strokes && !this.now.hasStroke)) this.add('DeviceGray')
  }

  private takeImage(image: string): void {
    const entries = inlineImageEntries(image)
    if (entries.some(({ key, values }) => key === 'ImageMask' && values[0] === 'true'))
      this.paint(true, false)
    for (const { key, values } of entries) {
      if (key !== 'ColorSpace') continue
      for (const value of values) this.add(ABBREVIATED[value.slice(1)] ?? value.slice(1))
    }
  }
}

/** What blends needs a space to blend in: the page's own, if no output intent says one. */
function blendingSpaces(file: OpenFile): ConformanceFinding[] {
  if (intendedSpace(file) !== undefined || !blendsIn(file.dicts)) return []
  return file.doc.getPages().flatMap(({ node }, index) => {
    const hasSpace = dictAt(node, 'Group')?.has(PDFName.of('CS')) ?? false
    return when(!hasSpace, 'A page blends in colours that the file does not say.', index + 1)
  })
}
