/** What is done with the documents of frames before the page gets them. */
import { describe, expect, it } from 'vitest'
import { fillFrames } from '../../src/browser/fill-frames'
import { decodeHtml } from '../../src/in-page/decode-html'

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

/** What the page is told for a document at `https://a.example/part/`. */
async function filled(html: string) {
  const url = 'https://a.example/part/'
  const body = bytesOf(html)
  const asset = { contentType: 'text/html', size: body.length, body }
  const told: unknown[] = []
  const callInPage = async (_: string, files: unknown) => void told.push(files)
  await fillFrames([url], {
    callInPage: callInPage as never,
    assets: { get: async () => asset },
    accountId: undefined,
  })
  return (told[0] as { [address: string]: string })[url]
}

describe('the document of a frame', () => {
  it('has its address as its base, unless it has one of its own', async () => {
    expect(await filled('<p>x')).toBe('<base href="https://a.example/part/"><p>x')
    expect(await filled('<base target=_blank><p>x')).toMatch(/^<base href="https/)
    expect(await filled('<BASE target=_blank href=/other/><p>x')).toMatch(/^<BASE/)
  })

  it('is searched for a base in no time, however often it begins one', async () => {
    const html = '<base '.repeat(200_000)
    const before = process.threadCpuUsage()
    await filled(html)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(150)
  })
})

describe('the text of an HTML file', () => {
  const latin = 'caf\xe9'
  it.each([
    ['by its content type', 'text/html; charset="ISO-8859-1"', latin],
    ['by its own word', 'text/html', `<title>x</title><meta charset=windows-1252>${latin}`],
    ['by the older form of that', '', `<meta content='text/html; charset=latin1' http-equiv=x>${latin}`],
    ['by its content type first', 'text/html;charset=latin1', `<meta charset=utf-8>${latin}`],
    ['by its byte order mark before all', 'text/html;charset=latin1', '\xef\xbb\xbfcaf\xc3\xa9'],
    ['as UTF-8 without any', 'text/html', 'caf\xc3\xa9'],
    ['as UTF-8 by a name that nobody knows', 'text/html; charset=none', 'caf\xc3\xa9'],
    ['as UTF-8 by a word that cannot be true', '', '<meta charset=utf-16>caf\xc3\xa9'],
    ['as UTF-8 by a word that stands too late', '', `${' '.repeat(1024)}<meta charset=latin1>caf\xc3\xa9`],
  ])('is read %s', (_, contentType, text) => {
    expect(decodeHtml(bytesOf(text), contentType)).toMatch(/café$/)
  })
})
