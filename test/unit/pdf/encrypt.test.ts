import { randomBytes } from 'node:crypto'
import { PDFDict, PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { permissionFlags, standardSecurityHandler } from '../../../src/pdf/encrypt'
import { writePdf } from '../../../src/pdf/write/write-pdf'
import { linksPdf } from '../../support/pdfs'

const random = (length: number) => new Uint8Array(randomBytes(length))

async function encrypted(
  objectStreams: boolean,
  passwords: { userPassword: string; ownerPassword?: string },
) {
  const document = await PDFDocument.load(linksPdf(), { updateMetadata: false })
  const encryption = standardSecurityHandler(passwords, random)
  return writePdf(document.context, { objectStreams, encryption })
}

describe('AES-256, revision 6', () => {
  for (const objectStreams of [true, false]) {
    const form = objectStreams ? 'with' : 'without'
    it(`leaves no title and no address readable ${form} object streams, and gives both back`, async () => {
      const bytes = await encrypted(objectStreams, { userPassword: 'gehe üm 密', ownerPassword: 'owner' })
      const text = Buffer.from(bytes).toString('latin1')
      expect(text).not.toContain('links sample')
      expect(text).not.toContain('example.com')
      for (const password of ['gehe üm 密', 'owner']) {
        const opened = await PDFDocument.load(bytes, { password, updateMetadata: false })
        // pdf-lib loses the information dictionary of an encrypted file with a cross-reference stream.
        if (!objectStreams) expect(opened.getTitle()).toBe('links sample')
        expect(opened.getLanguage()).toBe('en')
        expect(opened.getPageCount()).toBe(2)
        expect(addresses(opened)).toContain('https://example.com/')
      }
    })
  }

  it('does not open with another password', async () => {
    const bytes = await encrypted(true, { userPassword: 'right' })
    await expect(PDFDocument.load(bytes, { password: 'wrong' })).rejects.toThrow()
    await expect(PDFDocument.load(bytes)).rejects.toThrow(/encrypted/)
  })

  it('takes no salt whose hash ends where readers disagree', () => {
    const salt = Buffer.from('801a31fc549510ef', 'hex')
    let offered = 0
    const offer = (length: number) =>
      length === 8 && offered++ === 0 ? new Uint8Array(salt) : random(length)
    const { dictionary } = standardSecurityHandler({ userPassword: 'u' }, offer)
    const [, entry = ''] = /\/U<([0-9a-f]{96})>/.exec(dictionary) ?? []
    expect(entry.slice(64, 80)).toMatch(/^[0-9a-f]{16}$/)
    expect(entry.slice(64, 80)).not.toBe(salt.toString('hex'))
  })

  it('takes a password typed in another normal form', async () => {
    const bytes = await encrypted(false, { userPassword: 'A\u030Angström' })
    const opened = await PDFDocument.load(bytes, { password: 'Ångström', updateMetadata: false })
    expect(opened.getTitle()).toBe('links sample')
  })

  it('takes a password with what is not seen in it left out', async () => {
    const typed = 'pass\u00ADwort\u200D\uFE0F\u00A0neu\u3000'
    const bytes = await encrypted(false, { userPassword: typed, ownerPassword: 'o\u00ADwner' })
    for (const password of ['passwort neu ', 'owner']) {
      const opened = await PDFDocument.load(bytes, { password, updateMetadata: false })
      expect(opened.getTitle()).toBe('links sample')
    }
  })
})

describe('permissions (ISO 32000-2 table 22)', () => {
  it('allow everything where nothing is named, and always reading aloud', () => {
    expect(permissionFlags()).toBe(-4)
    const none = permissionFlags({
      print: 'none',
      copy: false,
      modify: false,
      annotate: false,
      fill_forms: false,
      assemble: false,
    })
    expect(none >>> 0).toBe(0xfffff2c0)
  })

  it('tell low from high resolution', () => {
    expect(permissionFlags({ print: 'low' }) & 0b1000_0000_0100).toBe(0b100)
    expect(permissionFlags({ print: 'high' }) & 0b1000_0000_0100).toBe(0b1000_0000_0100)
  })
})

function addresses(document: PDFDocument): string[] {
  return document.getPages().flatMap((page) =>
    (page.node.Annots()?.asArray() ?? []).flatMap((ref) => {
      const action = document.context.lookup(ref, PDFDict).lookup(PDFName.of('A'))
      const address = action instanceof PDFDict ? action.lookup(PDFName.of('URI')) : undefined
      return address instanceof PDFString || (address && 'decodeText' in address)
        ? [(address as PDFString).decodeText()]
        : []
    }),
  )
}
