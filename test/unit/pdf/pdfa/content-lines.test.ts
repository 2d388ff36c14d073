import { expect, it } from 'vitest'
import { ContentLines } from '../../../../src/pdf/pdfa/content-lines'

it('what is put before a path stands before all of it, however long it is', () => {
  const points = Array.from({ length: 2000 }, (_, index) => `${index} 0 l`)
  const lines = new ContentLines()
  lines.add('q')
  for (const point of points) lines.addToPath(point)
  lines.addBeforePath('1 g')
  lines.add('f')
  lines.add('')
  lines.addBeforePath('0 g')
  lines.addToPath('0 0 m')
  expect(lines.text()).toBe(['q', '1 g', ...points, 'f', '0 g', '0 0 m'].join('\n'))
})
