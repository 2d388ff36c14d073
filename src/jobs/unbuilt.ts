/**
 * What the contract has and this service does not do yet: known, checked and priced, then refused, since a document
 * without what was asked for would be a wrong document. A line goes when its option works; the file goes with the last.
 */
import { Problem } from '../errors'
import type { Job } from './job'

/** What `job` asks for and would not get, by the field's name in the request. */
export function unbuilt({ options, asynchronous }: Pick<Job, 'options' | 'asynchronous'>): string[] {
  const asked: Record<string, unknown> = {
    async_mode: asynchronous,
    'options.pdf_format': options.pdf_format,
    'options.pdf_ua': options.pdf_ua,
    'options.password': options.password,
    'options.compress': options.compress,
    'options.factur_x': options.factur_x,
    'options.embed_files': options.embed_files?.length,
    'options.attachments': options.attachments?.length,
    'options.watermark': options.watermark,
    'options.author': options.author,
    'options.subject': options.subject,
    'options.keywords': options.keywords?.length,
  }
  return Object.keys(asked).filter((field) => asked[field])
}

/** Throws `not_implemented` naming everything that `unbuilt` finds. */
export function refuseUnbuilt(job: Job): void {
  const fields = unbuilt(job)
  if (fields.length === 0) return
  throw new Problem('not_implemented', {
    detail: `This service does not do ${fields.join(', ')} yet. Nothing was charged; leave it out.`,
    errors: fields.map((field) => ({
      pointer: `/${field.replace('.', '/')}`,
      message: 'is not available yet',
    })),
  })
}
