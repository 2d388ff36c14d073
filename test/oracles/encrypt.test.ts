import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Permissions } from '../../src/pdf/encrypt'
import { finishWith } from '../support/finishing'
import { sample } from '../support/samples'
import { inspect } from './inspect'
import { openPrinter, type Printer } from './print'
import { outFolder, pdfToText, qpdf, qpdfCheck, save } from './tools'

const folder = outFolder('encrypt')
const user = 'gehe üm 密'
let printer: Printer
let raw: Uint8Array

beforeAll(async () => {
  printer = await openPrinter()
  raw = await printer.print(sample('links'), { tagged: true, outline: true })
})
afterAll(() => printer.close())

async function encrypted(name: string, plan: { ownerPassword?: string; permissions?: Permissions } = {}) {
  const file = {
    pointer: '',
    name: 'geheim 密.txt',
    type: 'text/plain',
    bytes: new TextEncoder().encode('inside'),
  }
  const properties = { author: 'Zoë 山田', keywords: ['secret', 'words'], lang: 'de-CH' }
  const { bytes } = await finishWith(raw, {
    embed: [file],
    properties,
    encryption: { userPassword: user, ...plan },
  })
  return { bytes, file: save(folder, `${name}.pdf`, bytes) }
}

describe('encryption as qpdf, pikepdf and poppler see it', () => {
  it('is AES-256 of revision 6 and sound', async () => {
    const { file } = await encrypted('sound')
    expect(qpdfCheck(file, user)).toMatchObject({ ok: true })
    expect(inspect(file, user).encryption).toMatchObject({ R: 6, V: 5, bits: 256 })
    expect(qpdf('--show-encryption', `--password=${user}`, file)).toContain('file encryption method: AESv3')
  })

  it('gives every string back as it was, and leaves none readable in the file', async () => {
    const plain = inspect(save(folder, 'plain.pdf', raw))
    const { file, bytes } = await encrypted('strings', { ownerPassword: 'owner' })
    for (const password of [user, 'owner']) {
      const read = inspect(file, password)
      expect(read.addresses).toEqual(plain.addresses)
      expect(read.outline).toEqual(plain.outline)
      expect(read.destinations).toEqual(plain.destinations)
      expect(read.tags).toBe(plain.tags)
      expect(read.info).toMatchObject({
        '/Title': 'links sample',
        '/Author': 'Zoë 山田',
        '/Keywords': 'secret, words',
      })
      expect(read.lang).toBe('de-CH')
      expect(read.files['geheim 密.txt']).toMatchObject({ bytes: 'inside', type: 'text/plain', size: 6 })
    }
    expect(pdfToText(file, user)).toBe(pdfToText(save(folder, 'plain.pdf', raw)))
    const text = Buffer.from(bytes).toString('latin1')
    for (const secret of ['links sample', 'example.com', 'inside', 'de-CH', 'x:xmpmeta'])
      expect(text).not.toContain(secret)
  })

  it('stays shut without a password and with a wrong one, the owner’s random one included', async () => {
    const { file } = await encrypted('shut')
    for (const password of ['', 'wrong', 'owner', user.toUpperCase()])
      expect(() => inspect(file, password)).toThrow(/password/i)
  })

  it('grants what is granted and nothing else', async () => {
    const permissions = {
      print: 'low',
      copy: false,
      modify: false,
      annotate: false,
      fill_forms: true,
      assemble: false,
    } as const
    const { file } = await encrypted('permissions', { permissions, ownerPassword: 'owner' })
    expect(inspect(file, user).allow).toEqual({
      accessibility: true,
      extract: false,
      modify_annotation: false,
      modify_assembly: false,
      modify_form: true,
      modify_other: false,
      print_highres: false,
      print_lowres: true,
    })
    const everything = inspect((await encrypted('everything')).file, user).allow
    expect(Object.values(everything).every(Boolean)).toBe(true)
  })
})
