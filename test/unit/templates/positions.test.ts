import { Tokenizer } from 'liquidjs'
import { expect, it } from 'vitest'
import { cachePositions } from '../../../src/templates/positions'
import { validateTemplate } from '../../../src/templates/validate-template'
import { cpuMsOf } from '../../support/cpu-time'

it('a position is that of the line and column, counted from 1', () => {
  cachePositions()
  const places = (text: string) =>
    new Tokenizer(text).readTopLevelTokens().map((token) => token.getPosition())
  expect(places('{{ a }}\n{{ b }}{{ c }}\n\n {{ d }}')).toEqual([
    [1, 1],
    [1, 8],
    [2, 1],
    [2, 8],
    [2, 15],
    [4, 2],
  ])
})

it('a template of 20,000 outputs is checked in seconds, not in a quarter of a minute', async () => {
  const page = '{{ x }}'.repeat(20_000)
  const about = { id: 'a/b', label: 'Many', description: '', orientation: 'portrait', style: '' } as const
  const check = () => validateTemplate({ ...about, page, sample: { x: 1 } })
  expect(await cpuMsOf(check)).toBeLessThan(12_000)
})
