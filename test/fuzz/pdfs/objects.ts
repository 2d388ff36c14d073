/** PDFs whose objects are broken (ISO 32000-2, 7.3 and 7.4): streams, filters, depth. */
import { deflateSync } from 'node:zlib'
import { type Case, flate, numbers, of, times, zeros } from './case'
import { type RoughObject, withOnePage } from './rough'

/** 7.3.8, 7.4: streams and their filters. */
export function streams(): Case[] {
  const contents = (stream: RoughObject) => withOnePage({ leaf: '/Contents 4 0 R', more: [stream] })
  const all: Record<string, Uint8Array> = {
    'no data where it is deflated': contents(flate(new Uint8Array())),
    'deflated data cut off': contents(
      flate(deflateSync(Buffer.from('0 0 m 9 9 l S '.repeat(99))).subarray(0, 20)),
    ),
    'deflated noise': contents(flate(Buffer.from('789c00112233445566778899', 'hex'))),
    'no endstream': contents({ data: '0 0 m', end: '' }),
    'endstream in the data': contents({ data: '(endstream endobj) Tj' }),
    'a filter that nobody knows': contents({ dictionary: '/Filter/Zip', data: 'x' }),
    'a filter that is a number': contents({ dictionary: '/Filter 7', data: 'x' }),
    'a filter that is itself': contents({ dictionary: '/Filter 4 0 R', data: 'x' }),
    'a thousand filters': contents({
      dictionary: `/Filter[${'/FlateDecode'.repeat(1000)}]`,
      data: zeros(100),
    }),
    'a bomb in two filters': contents({
      dictionary: '/Filter[/FlateDecode/FlateDecode]',
      data: deflateSync(zeros(30_000_000)),
    }),
    'a bomb of 31 MB': contents(flate(zeros(31 * 2 ** 20))),
    'a bomb of 200 MB': contents(flate(zeros(200 * 2 ** 20))),
    'forty bombs of 20 MB': withOnePage({
      leaf: `/Contents[${times(40, (n) => `${n + 4} 0 R`).join(' ')}]`,
      more: times(40, () => flate(zeros(20 * 2 ** 20))),
    }),
    'a bomb after white space': contents({
      dictionary: '/Filter/FlateDecode',
      data: Buffer.concat([Buffer.from('\n\n'), zeros(2 ** 28)]),
    }),
    'run lengths without end': contents({
      dictionary: '/Filter/RunLengthDecode',
      data: '\x81\0'.repeat(500_000),
    }),
    'LZW noise': contents({
      dictionary: '/Filter/LZWDecode',
      data: '\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01'.repeat(50),
    }),
    'ASCII85 noise': contents({ dictionary: '/Filter/ASCII85Decode', data: 'zzzzz~~>>uuuuu' }),
    'hexadecimal of an odd length': contents({ dictionary: '/Filter/ASCIIHexDecode', data: 'abc' }),
    'a crypt filter': contents({ dictionary: '/Filter/Crypt', data: 'x' }),
    'a predictor of a million columns': contents({
      dictionary: '/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 1000000>>',
      data: zeros(99),
    }),
    'a predictor of 99': contents({
      dictionary: '/Filter/FlateDecode/DecodeParms<</Predictor 99>>',
      data: zeros(99),
    }),
    'contents that are a page': withOnePage({ leaf: '/Contents 3 0 R' }),
    'contents that are missing': withOnePage({ leaf: '/Contents 99 0 R' }),
    'contents of contents': withOnePage({ leaf: '/Contents[4 0 R]', more: ['[4 0 R 4 0 R]'] }),
    'a length that leads back': withOnePage({
      more: [{ data: 'x' }, { data: 'x', length: '-48', end: ' endobj' }],
    }),
    'a bomb behind a blank': withOnePage({
      table: () =>
        `9 0 obj <</Filter/FlateDecode/Type/ObjStm/N 1/First 4>> stream \r\n${Buffer.from(zeros(2 ** 27)).toString('latin1')}\nendstream endobj\n`,
    }),
    'twenty thousand streams': withOnePage({ more: times(20_001, () => ({ data: '' })) }),
    'a file of the system': contents({ dictionary: '/F(/etc/passwd)/FFilter/FlateDecode', data: '' }),
  }
  for (const length of numbers)
    all[`a length of ${length || 'nothing'}`] = contents({ data: '0 0 m', length })
  return of('stream', all)
}

/** Depth that recursion does not survive. */
export function nesting(): Case[] {
  const deep = (open: string, close: string, count: number) => `${open.repeat(count)}${close.repeat(count)}`
  const all: Record<string, Uint8Array> = {}
  for (const count of [100, 1000, 10_000, 200_000]) {
    all[`arrays ${count} deep`] = withOnePage({ more: [deep('[', ']', count)] })
    all[`dictionaries ${count} deep`] = withOnePage({
      more: [`${'<</A'.repeat(count)} 1${'>>'.repeat(count)}`],
    })
    all[`strings ${count} deep`] = withOnePage({ more: [deep('(', ')', count)] })
  }
  return of('nesting', {
    ...all,
    'arrays that never end': withOnePage({ more: ['['.repeat(100_000)] }),
    'a string that never ends': withOnePage({ more: [`(${'x'.repeat(100_000)}`] }),
    'a name of a megabyte': withOnePage({ more: [`/${'N'.repeat(2 ** 20)}`] }),
    'a number of a megabyte': withOnePage({ more: ['9'.repeat(2 ** 20)] }),
    'a hexadecimal string of noise': withOnePage({ more: ['<zz zz zz>'] }),
    'a name of escapes': withOnePage({ more: ['<</#00#ff#zz/#>>'] }),
    'references in a circle': withOnePage({ leaf: '/Resources 4 0 R', more: ['5 0 R', '6 0 R', '4 0 R'] }),
    'a reference to itself': withOnePage({ leaf: '/Resources 4 0 R', more: ['4 0 R'] }),
    'fifty thousand references in a row': withOnePage({
      leaf: '/Resources 4 0 R',
      more: times(50_000, (n) => `<</Next ${n + 5} 0 R>>`),
    }),
    'a dictionary of two hundred thousand keys': withOnePage({
      more: [`<<${times(200_000, (n) => `/K${n} 1`).join('')}>>`],
    }),
    'prototype keys': withOnePage({
      leaf: '/__proto__<</x 1>>/constructor(x)/toString 1',
      more: ['<</__proto__ 4 0 R>>'],
    }),
  })
}
