/** What a table becomes: read, mapped to fields and grouped to documents. */
import { describe, expect, it } from 'vitest'
import { findBuiltin } from '../../src/templates/builtin'
import { variablesSchema } from '../../src/templates/variables'
import { readCsv } from '../../studio/batch/csv'
import { fieldsOf } from '../../studio/batch/fields'
import { dataOf, groupRows, guessMapping } from '../../studio/batch/mapping'
import { entriesOf } from '../../studio/batch/plan'
import { readDataTable } from '../../studio/batch/table'

describe('a table', () => {
  it('is read with quotes, line breaks in cells, semicolons, and rows that are too short', () => {
    expect(readCsv('\uFEFFa;b;c\r\n"x;""y""";"two\nlines";\r\n1;2\n\n')).toEqual({
      columns: ['a', 'b', 'c'],
      rows: [
        ['x;"y"', 'two\nlines', ''],
        ['1', '2', ''],
      ],
    })
    expect(() => readCsv('a,b\n"x,1')).toThrow('row 2: a quote does not end')
  })

  it('of JSON has the objects inside as columns with dots', () => {
    const { columns, rows } = readDataTable('orders.json', '[{"buyer":{"name":"Ada"},"lines":[1]},{"n":2}]')
    expect(columns).toEqual(['buyer.name', 'lines', 'n'])
    expect(rows[0]).toEqual({ 'buyer.name': 'Ada', lines: [1] })
    expect(readDataTable('orders.jsonl', '{"a":1}\n{"a":2}\n').rows).toHaveLength(2)
    expect(() => readDataTable('x.csv', 'a,b\n')).toThrow('no rows')
  })
})

describe('columns', () => {
  const invoice = findBuiltin('invoice/classic')
  if (!invoice) throw new Error('invoice/classic is missing')
  const fields = fieldsOf(variablesSchema(invoice), invoice.sample)

  it('are mapped to the fields of an invoice by what people call them', () => {
    const columns = ['Number', 'Customer', 'Date', 'Item', 'Qty', 'Price', 'VAT', 'Colour of the sky']
    expect(guessMapping(columns, fields)).toEqual({
      Number: 'number',
      Customer: 'buyer',
      Date: 'issue_date',
      Item: 'lines[].name',
      Qty: 'lines[].quantity',
      Price: 'lines[].net_price',
      VAT: expect.stringMatching(/^lines\[\]\.vat/),
    })
  })

  it('with rows of one number make one document of several lines', () => {
    const rows = [
      { n: '1', item: 'A' },
      { n: '2', item: 'B' },
      { n: '1', item: 'C' },
      { n: '', item: 'D' },
    ]
    const groups = groupRows(rows, 'n')
    expect(groups.map((group) => group.length)).toEqual([2, 1, 1])
    const base = { seller: { name: 'Us' }, lines: [{ name: 'of the sample' }] }
    expect(dataOf(base, groups[0] ?? [], { n: 'number', item: 'lines[].name' })).toEqual({
      seller: { name: 'Us' },
      number: '1',
      lines: [{ name: 'A' }, { name: 'C' }],
    })
    expect(base.lines).toEqual([{ name: 'of the sample' }])
  })

  it('cannot reach a prototype, and files cannot reach a folder', () => {
    const data = dataOf({}, [{ x: 'bad' }], { x: '__proto__.polluted' })
    expect({}).not.toHaveProperty('polluted')
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
    const entries = entriesOf({
      table: { name: 't.csv', columns: ['f'], rows: [{ f: '../../etc/passwd' }, { f: 'A' }, { f: 'a' }] },
      target: { kind: 'template', id: 'letter/classic' },
      ...{ mapping: {}, base: {}, options: {}, grouping: undefined, naming: 'f' },
    })
    expect(entries.map(({ name }) => name)).toEqual(['etc-passwd.pdf', 'A.pdf', 'a-2.pdf'])
  })
})
