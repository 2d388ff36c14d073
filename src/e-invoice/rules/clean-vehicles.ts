/**
 * The rules of XRechnung's profile for clean vehicles (Directive 2009/33/EC), BR-DE-CVD: which tender and contract, and
 * of each vehicle its category and whether it is clean.
 */
import type { Invoice } from '../schema'
import type { Line } from '../schema/line-schema'
import { type Report, requireTerm } from './invoice-finding'

/** BT-158 in the scheme CVD: categories of Regulation (EU) 2018/858. */
const VEHICLE_CATEGORIES = new Set(['M1', 'M2', 'M3', 'N1', 'N2', 'N3'])

/** BT-161 of the attribute `cva`. */
const CLEANNESS = new Set(['clean', 'zero-emission', 'other'])

/** BR-DE-CVD-01 to -06. */
export function checkCleanVehicles(report: Report, { references, lines = [] }: Invoice): void {
  const { contract, tender_or_lot: tender } = references ?? {}
  requireTerm(report, 'BR-DE-CVD-01', '/references/contract', contract, 'The contract (BT-12)')
  requireTerm(report, 'BR-DE-CVD-02', '/references/tender_or_lot', tender, 'The tender or lot (BT-17)')
  const isVehicle = (line: Line) => categoriesOf(line).length > 0 && cleannessOf(line).length > 0
  if (!lines.some(isVehicle)) {
    const message =
      'No line is a clean vehicle: add {"code": "M1", "list": "CVD"} to its classifications (BT-158) and {"name": "cva", "value": "clean"} to its attributes (BG-32).'
    report('BR-DE-CVD-03', '/lines', message)
  }
  for (const [i, line] of lines.entries()) checkVehicle(report, line, `/lines/${i}`)
}

function checkVehicle(report: Report, line: Line, at: string) {
  const [categories, cleanness] = [categoriesOf(line), cleannessOf(line)]
  for (const { code } of categories) {
    if (VEHICLE_CATEGORIES.has(String(code))) continue
    const message = `${code} is no category of vehicles (BT-158): use one of ${listed(VEHICLE_CATEGORIES)}.`
    report('BR-DE-CVD-04', `${at}/classifications`, message)
  }
  for (const { value } of cleanness) {
    if (CLEANNESS.has(value ?? '')) continue
    const message = `The value of cva (BT-161) is one of ${listed(CLEANNESS)}: correct it.`
    report('BR-DE-CVD-05', `${at}/attributes`, message)
  }
  if (categories.length > 0 && cleanness.length !== 1) {
    const message = 'A line with a category of vehicles has exactly one attribute cva (BT-160): correct it.'
    report('BR-DE-CVD-06-a', `${at}/attributes`, message)
  }
  if (cleanness.length > 0 && categories.length !== 1) {
    const message =
      'A line with the attribute cva has exactly one classification of the list CVD (BT-158): correct it.'
    report('BR-DE-CVD-06-b', `${at}/classifications`, message)
  }
}

const categoriesOf = ({ classifications = [] }: Line) => classifications.filter(({ list }) => list === 'CVD')

const cleannessOf = ({ attributes = [] }: Line) => attributes.filter(({ name }) => name === 'cva')

const listed = (values: ReadonlySet<string>) => [...values].join(', ')
