/** What goCreditMode found and did, as the header `X-Optimization` tells it. */

export type Count = { kind: string; count: number }

export type Optimization = {
  score: { before: number; after: number } | undefined
  pages: { before: number; after: number } | undefined
  found: Count[]
  repaired: string[]
  left: Count[]
  /** The print scale that was chosen. */
  scale: string | undefined
}

/** `score=62>98; pages=3>3; found=split_row:4; repaired=split_row; left=unprinted_link:1`. */
export function readOptimization(header: string): Optimization {
  const parts = new Map(
    header.split('; ').map((part): [string, string] => {
      const at = part.indexOf('=')
      return [part.slice(0, at), part.slice(at + 1)]
    }),
  )
  return {
    score: pair(parts.get('score')),
    pages: pair(parts.get('pages')),
    found: counts(parts.get('found')),
    repaired: parts.get('repaired')?.split(',') ?? [],
    left: counts(parts.get('left')),
    scale: parts.get('scale'),
  }
}

function pair(text: string | undefined): { before: number; after: number } | undefined {
  const [before, after] = text?.split('>').map(Number) ?? []
  return before === undefined || after === undefined ? undefined : { before, after }
}

function counts(text: string | undefined): Count[] {
  if (text === undefined || text === 'none') return []
  return text.split(',').map((part) => {
    const [kind = '', count = '0'] = part.split(':')
    return { kind, count: Number(count) }
  })
}
