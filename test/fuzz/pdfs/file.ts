/** PDFs whose file structure is broken (ISO 32000-2, 7.5): header, cross-references, packed objects, encryption. */
import { deflateSync } from 'node:zlib'
import { type Case, numbers, of, times } from './case'
import { catalog, onePage, page, roughPdf, withOnePage, xref } from './rough'

/** 7.5.2, 7.5.5: header and end. */
export function files(): Case[] {
  const good = withOnePage({})
  const text = (content: string) => new Uint8Array(Buffer.from(content, 'latin1'))
  return of('file', {
    empty: new Uint8Array(),
    'a header alone': text('%PDF-1.7\n'),
    'header and end': text('%PDF-1.7\n%%EOF'),
    'header, end and 1 MB of nothing': text(`%PDF-1.7\n${'\0'.repeat(2 ** 20)}%%EOF`),
    'no header': withOnePage({ header: '' }),
    'a header in the middle': withOnePage({ header: `${'x'.repeat(900)}%PDF-1.7\n` }),
    'version 9.9': withOnePage({ header: '%PDF-9.9\n' }),
    'version x': withOnePage({ header: '%PDF-x\n' }),
    'no end': withOnePage({ end: '' }),
    'an end long before': new Uint8Array(Buffer.concat([good, Buffer.alloc(5000, 0x20)])),
    'two files in one': new Uint8Array(Buffer.concat([good, good])),
    'an old end within': new Uint8Array(Buffer.concat([good, Buffer.from('\n1 0 obj\n<<>>\nendobj\n%%EOF')])),
    HTML: text('<!doctype html><p>%PDF-1.7 %%EOF'),
    'a PNG': text('\x89PNG\r\n\x1a\n%PDF-1.7 %%EOF'),
    'a ZIP with a header': text('PK\x03\x04%PDF-1.7\n%%EOF'),
    PostScript: text('%!PS-Adobe-3.0\n%PDF-1.7\nshowpage\n%%EOF'),
    'no objects': roughPdf({ objects: [] }),
    'a catalog that is a number': roughPdf({ objects: ['42'] }),
    'a catalog that is a stream': roughPdf({
      objects: [{ dictionary: '/Type/Catalog/Pages 2 0 R', data: '' }, onePage, page()],
    }),
    'carriage returns alone': text(Buffer.from(good).toString('latin1').replaceAll('\n', '\r')),
    'only comments': text(`%PDF-1.7\n${'% nothing\n'.repeat(50_000)}%%EOF`),
    'NUL between tokens': text(Buffer.from(good).toString('latin1').replaceAll(' ', '\0')),
  })
}

/** 7.5.4, 7.5.8: cross-references and trailers. */
export function tables(): Case[] {
  const all: Record<string, Uint8Array> = {
    'no table': withOnePage({ table: () => '' }),
    'offsets of zero': withOnePage({ table: (offsets) => xref(offsets.map(() => 0)) }),
    'offsets beyond the file': withOnePage({ table: (offsets) => xref(offsets.map(() => 9_999_999_999)) }),
    'offsets one off': withOnePage({ table: (offsets) => xref(offsets.map((offset) => offset + 1)) }),
    'offsets in reverse': withOnePage({ table: (offsets) => xref([...offsets].reverse()) }),
    'a table that says a million': withOnePage({
      table: (offsets) => xref(offsets).replace(/0 \d+/, '0 1000000'),
    }),
    'a table that begins at a billion': withOnePage({
      table: (offsets) => xref(offsets).replace(/0 \d+/, '1000000000 3'),
    }),
    'a table of letters': withOnePage({ table: () => 'xref\nabc def\n' }),
    'a table without end': withOnePage({
      table: () => `xref\n0 1\n${'0000000000 65535 f \n'.repeat(20_000)}`,
    }),
    'no trailer': withOnePage({ trailer: '' }),
    'a trailer without root': withOnePage({ trailer: '<</Size 4>>' }),
    'a root that is missing': withOnePage({ trailer: '<</Size 4/Root 77 0 R>>' }),
    'a root that is a page': withOnePage({ trailer: '<</Size 4/Root 3 0 R>>' }),
    'a root that is direct': withOnePage({ trailer: '<</Size 4/Root<</Type/Catalog/Pages 2 0 R>>>>' }),
    'a root of another generation': withOnePage({ trailer: '<</Size 4/Root 1 65535 R>>' }),
    'a trailer that is not closed': withOnePage({ trailer: '<</Size 4/Root 1 0 R' }),
    'a previous table that is itself': withOnePage({ trailer: '<</Size 4/Root 1 0 R/Prev 9>>' }),
    'an information dictionary that is the catalog': withOnePage({
      trailer: '<</Size 4/Root 1 0 R/Info 1 0 R>>',
    }),
    'startxref of nothing': withOnePage({ startxref: () => '' }),
    'startxref beyond the file': withOnePage({ startxref: () => '88888888888' }),
    'startxref into a stream': withOnePage({ startxref: () => '9' }),
    'objects numbered like one another': roughPdf({
      objects: [catalog, onePage, page()],
      table: () => '1 0 obj\n<<>>\nendobj\n1 0 obj\n[]\nendobj\n',
    }),
    'an object number of twenty digits': withOnePage({
      table: () => '99999999999999999999 0 obj\n<<>>\nendobj\n',
    }),
    'an object number below zero': withOnePage({ table: () => '-4 0 obj\n<<>>\nendobj\n' }),
    'a hundred thousand empty objects': withOnePage({
      table: () => times(100_000, (n) => `${n + 10} 0 obj\nnull\nendobj\n`).join(''),
    }),
    'rubbish and a comment of a megabyte': withOnePage({ table: () => `x${'%'.repeat(2 ** 20)}` }),
    'rubbish and a number of a megabyte': withOnePage({ table: () => `x${'9'.repeat(2 ** 20)}` }),
    'rubbish and a megabyte of blanks': withOnePage({ table: () => `x${' '.repeat(2 ** 20)}` }),
    'a hundred thousand objects that do not end': withOnePage({
      table: () => times(100_000, (n) => `${n + 10} 0 obj [ `).join(''),
    }),
    'a hundred thousand texts that do not end': withOnePage({
      table: () => times(100_000, (n) => `${n + 10} 0 obj ( endobj `).join(''),
    }),
    'fifty thousand streams that do not end': withOnePage({
      table: () => times(50_000, (n) => `${n + 10} 0 obj <<>> stream\n`).join(''),
    }),
    'a million numbers': withOnePage({ table: () => `9 0 obj [${'0 '.repeat(1_500_000)}] endobj\n` }),
    'a hundred thousand names': withOnePage({
      table: () => `9 0 obj [${times(100_000, (n) => `/N${n}`).join('')}] endobj\n`,
    }),
    'an object of ten million': withOnePage({ more: [], table: () => '10000000 0 obj\n<<>>\nendobj\n' }),
  }
  for (const size of numbers)
    all[`a size of ${size || 'nothing'}`] = withOnePage({ trailer: `<</Size ${size}/Root 1 0 R>>` })
  return of('table', all)
}

/** 7.5.7, 7.5.8: objects and cross-references in streams. */
export function packed(): Case[] {
  const inside = (head: string, body: string, entries: string) =>
    withOnePage({
      more: [
        {
          dictionary: `/Type/ObjStm${entries}/Filter/FlateDecode`,
          data: deflateSync(Buffer.from(head + body)),
        },
      ],
    })
  const table = (entries: string, data: Uint8Array) =>
    withOnePage({ more: [{ dictionary: `/Type/XRef${entries}`, data }] })
  const all: Record<string, Uint8Array> = {
    'a stream that says a million objects': inside('5 0 ', '<<>>', '/N 1000000/First 4'),
    'a stream that begins beyond its end': inside('5 0 ', '<<>>', '/N 1/First 999999'),
    'offsets beyond the end': inside('5 999999 ', '<<>>', '/N 1/First 9'),
    'offsets below zero': inside('5 -9 ', '<<>>', '/N 1/First 5'),
    'an object that is its own stream': inside('4 0 ', '<<>>', '/N 1/First 4'),
    'a stream that extends itself': inside('5 0 ', '<<>>', '/N 1/First 4/Extends 4 0 R'),
    'letters for numbers': inside('a b ', '<<>>', '/N 1/First 4'),
    'a catalog that takes the place of ours': inside('1 0 ', '<</Type/Catalog/Pages 9 0 R>>', '/N 1/First 4'),
    'fifty thousand objects': inside(
      times(50_000, (n) => `${n + 10} ${n * 5} `).join(''),
      '<<>> '.repeat(50_000),
      `/N 50000/First ${times(50_000, (n) => `${n + 10} ${n * 5} `).join('').length}`,
    ),
    'a bomb in two filters': withOnePage({
      more: [
        {
          dictionary: '/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]',
          data: deflateSync(deflateSync(Buffer.alloc(200 * 2 ** 20, '5 0 0 '))),
        },
      ],
    }),
    'a table of two billion': table('/Size 2000000000/W[1 2 1]/Root 1 0 R', Buffer.alloc(20)),
    'a bomb of objects': inside('5 0 ', `[${'0 '.repeat(16_000_000)}]`, '/N 1/First 4'),
    'deep arrays in a stream': inside('5 0 ', '['.repeat(100_000), '/N 1/First 4'),
    'a stream in a stream': inside('5 0 ', '<</Length 3>>stream\nabc\nendstream', '/N 1/First 4'),
    'a hidden filter': withOnePage({
      more: [
        { dictionary: '/Type/Obj#53tm/N 1/First 4/Filter[/A#53CIIHexDecode/FlateDecode]', data: '789c' },
      ],
    }),
    'a table without widths': table('/Size 5', Buffer.alloc(20)),
    'widths of a million': table('/Size 5/W[1000000 1000000 1000000]/Root 1 0 R', Buffer.alloc(20)),
    'widths below zero': table('/Size 5/W[-1 -2 -1]/Root 1 0 R', Buffer.alloc(20)),
    'widths of nothing': table('/Size 5/W[0 0 0]/Root 1 0 R', Buffer.alloc(20)),
    'an index of two billion': table('/Size 5/W[1 2 1]/Index[0 2000000000]/Root 1 0 R', Buffer.alloc(20)),
    'an index below zero': table('/Size 5/W[1 2 1]/Index[-5 5]/Root 1 0 R', Buffer.alloc(20)),
  }
  for (const count of numbers)
    all[`a stream of ${count || 'no number'} objects`] = inside('5 0 ', '<<>>', `/N ${count}/First 4`)
  return of('packed', all)
}

/** 7.6: encryption that is not what it says. */
export function encrypted(): Case[] {
  const entries = {
    empty: '<<>>',
    'a number': '7',
    'of an unknown handler': '<</Filter/Mystery/V 9/R 9>>',
    'of version 5 without keys': '<</Filter/Standard/V 5/R 6/Length 256/P -1>>',
    'with keys of nothing': '<</Filter/Standard/V 2/R 3/Length 128/P -4/O()/U()>>',
    'with a key of a million bits': '<</Filter/Standard/V 2/R 3/Length 1000000/P -4/O(x)/U(x)>>',
    'that is missing': '99 0 R',
    'that is the catalog': '1 0 R',
  }
  return of(
    'encrypted',
    Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => [
        name,
        withOnePage({ trailer: `<</Size 4/Root 1 0 R/Encrypt ${entry}/ID[<00><00>]>>` }),
      ]),
    ),
  )
}
