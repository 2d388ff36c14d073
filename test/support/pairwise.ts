/** Few combinations in which every two values of two parameters meet (all-pairs testing), the same each time. */

/** Greedy: each row takes, parameter by parameter, the value that meets most pairs nobody has met. */
export function pairwise<Parameters extends Record<string, readonly unknown[]>>(
  parameters: Parameters,
  allowed: (row: Row<Parameters>) => boolean,
): Row<Parameters>[] {
  const names = Object.keys(parameters)
  const left = new Set<string>()
  names.forEach((one, index) => {
    for (const other of names.slice(index + 1)) {
      parameters[one]?.forEach((_, a) => {
        parameters[other]?.forEach((_, b) => {
          const row = { [one]: parameters[one]?.[a], [other]: parameters[other]?.[b] } as Row<Parameters>
          if (allowed(row)) left.add(key(one, a, other, b))
        })
      })
    }
  })
  const rows: Row<Parameters>[] = []
  while (left.size > 0) {
    const [first = ''] = left
    const [one = '', a, other = '', b] = first.split('|')
    const chosen = new Map([
      [one, Number(a)],
      [other, Number(b)],
    ])
    for (const name of names) if (!chosen.has(name)) chosen.set(name, best(name, chosen))
    for (const [x, i] of chosen) for (const [y, j] of chosen) left.delete(key(x, i, y, j))
    rows.push(rowOf(chosen))
  }
  return rows

  function best(name: string, chosen: Map<string, number>): number {
    const scores = (parameters[name] ?? []).map((_, index) => {
      if (!allowed(rowOf(new Map([...chosen, [name, index]])))) return -1
      return [...chosen].filter(
        ([x, i]) => left.has(key(x, i, name, index)) || left.has(key(name, index, x, i)),
      ).length
    })
    return scores.indexOf(Math.max(...scores))
  }

  function rowOf(chosen: Map<string, number>): Row<Parameters> {
    return Object.fromEntries(
      [...chosen].map(([name, index]) => [name, parameters[name]?.[index]]),
    ) as Row<Parameters>
  }
}

/** Every combination. */
export function product<Parameters extends Record<string, readonly unknown[]>>(
  parameters: Parameters,
): Row<Parameters>[] {
  const rows = Object.entries(parameters).reduce<Record<string, unknown>[]>(
    (made, [name, values]) => made.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  )
  return rows as Row<Parameters>[]
}

export type Row<Parameters extends Record<string, readonly unknown[]>> = {
  [Name in keyof Parameters]: Parameters[Name][number]
}

function key(one: string, a: number, other: string, b: number): string {
  return `${one}|${a}|${other}|${b}`
}
