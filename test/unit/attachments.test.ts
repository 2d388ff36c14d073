import { describe, expect, it } from 'vitest'
import type { PdfOptions } from '../../src/document-options'
import { Problem } from '../../src/errors'
import { loadJobFiles } from '../../src/jobs/attachments'
import type { FetchFile } from '../../src/net/guarded-fetch'
import { FetchRefused } from '../../src/net/refused'
import { linksPdf } from '../support/pdfs'

const answering =
  (headers: Record<string, string>, contentType = 'text/csv; charset=utf-8'): FetchFile =>
  async (url) => ({ url, status: 200, contentType, headers, bytes: new Uint8Array([65]) })

const unreachable: FetchFile = async () => {
  throw new FetchRefused('status', 'example.com returned 404. The address must return 200 without a login.')
}

const load = (options: PdfOptions, fetchFile: FetchFile, now: () => number) =>
  loadJobFiles(
    { options },
    { fetchFile, now, readTaskFile: () => Promise.reject(new Error('no task is named')) },
  )

async function embedded(address: string, fetchFile: FetchFile) {
  const { embed } = await load({ embed_files: [address] }, fetchFile, Date.now)
  return embed[0]
}

describe('files named in the options', () => {
  it('take name, type and date from the answer', async () => {
    const headers = {
      'content-disposition': `attachment; filename="x.csv"; filename*=UTF-8''b%C3%BCcher.csv`,
      'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT',
    }
    expect(await embedded('https://example.com/download?id=1', answering(headers))).toMatchObject({
      name: 'bücher.csv',
      type: 'text/csv',
      modified: new Date('2026-01-02T03:04:05Z'),
    })
  })
  it('else the name from the address', async () => {
    expect((await embedded('https://example.com/a/prices%202026.csv?v=2', answering({})))?.name).toBe(
      'prices 2026.csv',
    )
    expect((await embedded('https://example.com/', answering({}, 'application/json')))?.name).toBe(
      'file-1.json',
    )
  })
  it('keep the password at their place', async () => {
    const address = `data:application/pdf;base64,${Buffer.from(linksPdf()).toString('base64')}`
    const options = { attachments: [address, address, address], attachment_passwords: ['', 'x'] }
    const { attachments } = await load(options, unreachable, Date.now)
    expect(attachments.map(({ password }) => password)).toEqual([undefined, 'x', undefined])
  })
  it('read data: addresses without a request', async () => {
    const file = await embedded('data:text/csv;name=list.csv;base64,YTtiCg==', unreachable)
    expect(file).toMatchObject({ name: 'list.csv', type: 'text/csv' })
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe('a;b\n')
  })
  it('never keep a path or a control character in a name', async () => {
    const headers = { 'content-disposition': 'attachment; filename="..\\..\\a\u0007b.csv"' }
    expect((await embedded('https://example.com/x', answering(headers)))?.name).toBe('.._.._a_b.csv')
  })

  it('fail with the field and the reason', async () => {
    const request = load({ attachments: ['https://example.com/a.pdf'] }, unreachable, Date.now)
    const error = await request.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Problem)
    expect(error).toMatchObject({ code: 'asset_failed', errors: [{ pointer: '/options/attachments/0' }] })
    expect((error as Problem).message).toContain('returned 404')
  })
  it('share one limit of size', async () => {
    const large: FetchFile = async (url) => ({
      ...{ url, status: 200, contentType: 'image/png', headers: {} },
      bytes: new Uint8Array(10 * 2 ** 20),
    })
    const embed_files = ['https://example.com/1', 'https://example.com/2', 'https://example.com/3']
    const error = await load({ embed_files }, large, Date.now).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'asset_failed', errors: [{ pointer: '/options/embed_files/2' }] })
    expect((error as Problem).message).toContain('larger than 25 MB')
  })
  it('share one time limit, however many they are', async () => {
    let clock = 0
    const given: number[] = []
    const slow: FetchFile = async (url, { timeoutMs }) => {
      given.push(timeoutMs)
      clock += 10_000
      return { url, status: 200, contentType: 'text/plain', headers: {}, bytes: new Uint8Array([65]) }
    }
    const embed_files = ['https://example.com/1', 'https://example.com/2', 'https://example.com/3']
    await load({ embed_files }, slow, () => clock)
    expect(given).toEqual([25_000, 15_000, 5_000])
  })
  it('are refused before anything is rendered when they are no PDF', async () => {
    const attachments = [
      `data:application/pdf;base64,${Buffer.from(linksPdf()).toString('base64')}`,
      'data:,hello',
    ]
    const error = await load({ attachments }, unreachable, Date.now).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'asset_failed', errors: [{ pointer: '/options/attachments/1' }] })
  })
})
