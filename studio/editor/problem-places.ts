/** Where in a template what the service found wrong stands. */
import { PlatenError } from '../../clients/typescript/src/errors'
import { faultOf } from '../shell/fault-words'
import { placeInJson } from './json-place'

export type FileName = 'page' | 'style' | 'sample' | 'variables'
export type Files = Record<FileName, string>

export type Place = {
  /** Nothing: it is about no file. */
  file: FileName | undefined
  /** From 1; 0 if nobody knows. */
  line: number
  column: number
  message: string
}

/** What the parts of a request's pointer stand for: a preview names the stored draft, a PUT its fields. */
const FILES: Readonly<Record<string, FileName>> = {
  template_id: 'page',
  page: 'page',
  html: 'page',
  style: 'style',
  css: 'style',
  data: 'sample',
  sample: 'sample',
  variables: 'variables',
}

/** The faults of an answer, each at its place. Empty if the answer names none. */
export function placesOf(error: unknown, files: Files): Place[] {
  if (!(error instanceof PlatenError)) return []
  return error.errors.map(({ pointer, message }) =>
    placeOf(pointer.replace(/^\/request/, ''), message, files),
  )
}

function placeOf(pointer: string, said: string, files: Files): Place {
  const [, name = '', ...rest] = pointer.split('/')
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined
  const [, line, column] = / ?\(line (\d+), column (\d+)\)/.exec(said) ?? []
  if (line) {
    const message = said.replace(/ ?\(line \d+, column \d+\)/, '')
    return { file, line: Number(line), column: Number(column), message }
  }
  if (file === 'sample' || file === 'variables') {
    const inside = rest.map((part) => `/${part}`).join('')
    const message = `${rest.join('.')} ${said}`.trim()
    return { file, ...lineOf(files[file], placeInJson(files[file], inside)), message }
  }
  return { file, line: 0, column: 0, message: file ? said : faultOf(pointer, said) }
}

/** Line and column of an offset, from 1. */
function lineOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/** What is wrong with a text that must be JSON; nothing if it is. */
export function jsonFault(file: FileName, text: string): Place | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined
    return { file, line: 1, column: 1, message: 'must be an object: { … }' }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
    const [, at] = /position (\d+)/.exec(message) ?? []
    const place = line
      ? { line: Number(line), column: Number(column) }
      : lineOf(text, at === undefined ? text.length : Number(at))
    return { file, ...place, message: message.replace(/ ?(?:in JSON )?at position.*$/, '') }
  }
}
