import { describe, expect, it } from 'vitest'
import { withoutSeemingEnd } from '../../../../src/pdf/pdfa/hexadecimal-image'

const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex')

describe('an inline image', () => {
  it.each([
    ['without a filter', ' /W 5 /H 1 /BPC 8 /CS /G ', ' /W 5 /H 1 /BPC 8 /CS /G /F /AHx '],
    ['with a filter', ' /F /A85 /W 5', ' /F [/AHx /A85] /W 5 '],
    [
      'with filters and parameters',
      ' /Filter[/A85/Fl]/DP<</Columns 5>> ',
      ' /Filter [/AHx /A85/Fl] /DP [null <</Columns 5>>] ',
    ],
  ])('%s keeps its data as digits if they hold what looks like its end', (_, entries, made) => {
    expect(withoutSeemingEnd(`${entries}ID aEI b\n`)).toBe(`${made}ID\n${hex('aEI b\n')}>\n`)
  })

  it.each([' /W 5 ID aEIb\n', ' /W 5 ID abEI\n', ' /W 5'])('stays as it is otherwise: %j', (image) => {
    expect(withoutSeemingEnd(image)).toBe(image)
  })
})
