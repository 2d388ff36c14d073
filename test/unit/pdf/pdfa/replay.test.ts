import { expect, it } from 'vitest'
import { operations, writeOperation } from '../../../../src/pdf/content-stream'
import { Replay } from '../../../../src/pdf/pdfa/replay'

/** What leads to the state that a content leaves, on one line. */
function stateAfter(content: string): string {
  const replay = new Replay()
  for (const operation of operations(content)) replay.take(operation)
  const lines = replay.state().map((set) => (typeof set === 'string' ? set : writeOperation(set)))
  return lines.join('\n').replaceAll('\n', ' ')
}

it('each setting is kept once, as it was set last', () => {
  expect(stateAfter('1 w /A gs 2 w 1 0 0 rg /A gs 3 Tr 0 g')).toBe('2 w /A gs 3 Tr 0 g')
  expect(stateAfter('0 g '.repeat(1000))).toBe('0 g')
})

it('a color is its space and its values; those of a former space are gone', () => {
  expect(stateAfter('/P cs 1 scn 2 scn')).toBe('/P cs 2 scn')
  expect(stateAfter('/P cs 1 scn /Q cs')).toBe('/Q cs')
  expect(stateAfter('/P cs 1 scn 0 0 0 1 k')).toBe('0 0 0 1 k')
  expect(stateAfter('/P CS 1 SCN /P cs 1 scn')).toBe('/P CS 1 SCN /P cs 1 scn')
})

it('matrices and paths that clip are all kept, in order, those of open states behind their q', () => {
  expect(stateAfter('2 0 0 2 0 0 cm 1 w 2 0 0 2 0 0 cm 0 0 9 9 re W n 2 w')).toBe(
    '2 0 0 2 0 0 cm 2 0 0 2 0 0 cm 0 0 9 9 re W n 2 w',
  )
  expect(stateAfter('q 1 w Q q 2 w 0 0 5 5 re f')).toBe('q 2 w')
  expect(stateAfter('1 0 0 rg /P cs 2 scn 2 0 0 2 0 0 cm 3 0 0 3 0 0 cm /Q cs 4 0 0 4 0 0 cm')).toBe(
    '2 0 0 2 0 0 cm 3 0 0 3 0 0 cm /Q cs 4 0 0 4 0 0 cm',
  )
})
