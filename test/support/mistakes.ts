/** The table of mistakes (`test/mistakes.md`), and how a row is sent and compared. */
import { SELF } from 'cloudflare:test'
import { expect } from 'vitest'
import text from '../mistakes.md?raw'
import { described } from './described'

export type Mistake = {
  what: string
  method: string
  path: string
  headers: [name: string, value: string][]
  body: string
  status: number
  /** What the answer contains; nothing if the request is taken. */
  says: string[]
  grade: string
}

const BROWSER_SECTION = '## With a browser'

/** The rows of the table: those that need a browser, or the others. */
export function readMistakes({ withBrowser }: { withBrowser: boolean }): Mistake[] {
  const [plain = '', browser = ''] = text.split(BROWSER_SECTION)
  const rows = (withBrowser ? browser : plain).split('\n').filter((line) => /^\| (?!mistake |---)/.test(line))
  return rows.map(readRow)
}

function readRow(line: string): Mistake {
  const [what = '', request = '', answer = '', grade = ''] = line.slice(2, -2).split(' | ')
  const [, head = '', , body = ''] = /^`([^`]*)`( `([^`]*)`)?$/.exec(request) ?? []
  const [target = '', ...headers] = head.split('; ')
  const [method = '', path = ''] = target.split(' ')
  const said = answer.slice(4)
  return {
    what,
    method,
    path,
    headers: headers.map((header): [string, string] => {
      const at = header.indexOf(':')
      return [header.slice(0, at), header.slice(at + 1).trim()]
    }),
    body,
    status: Number(answer.slice(0, 3)),
    says: said === 'taken' ? [] : said.split(' · '),
    grade,
  }
}

/** Sends a row with a key and its own body, or another, and compares the answer. */
export async function expectAnswer(mistake: Mistake, key: string, sent: { body: string; status: number }) {
  const { method, path, says } = mistake
  const headers = new Headers({ 'X-API-Key': key, 'Content-Type': 'application/json' })
  for (const [name, value] of mistake.headers) {
    if (value === '') headers.delete(name)
    else headers.set(name, value.replaceAll('KEY', key))
  }
  const init = { method, headers, ...(method !== 'GET' && { body: sent.body }) }
  const response = await SELF.fetch(`https://platen.test${path}`, init)
  const said = await answerOf(response.clone())
  expect(response.status, said).toBe(sent.status)
  for (const part of says) expect(said).toContain(part)
  if (response.status < 300 && says.length === 0) expect(response.headers.get('x-warnings')).toBe(null)
  if (response.status < 300) await described({ method, path: path.replace(/\/$/, '') }, response)
}

/** All that an answer tells: the problems with their places, the detail, the warnings. */
async function answerOf(response: Response): Promise<string> {
  const warnings = response.headers.get('x-warnings') ?? ''
  if (!response.headers.get('content-type')?.includes('problem')) return warnings
  const { detail, errors = [] } = await response.json<{
    detail: string
    errors?: { pointer: string; message: string }[]
  }>()
  return [detail, ...errors.map(({ pointer, message }) => `${pointer} ${message}`)].join('\n')
}
