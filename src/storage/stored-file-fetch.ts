/** Files that this service made, given back to it by their signed addresses: read from storage, never fetched. */

import type { FetchFileOptions } from '../net/answer'
import type { Budget } from '../net/file-budget'
import type { Download, FetchFile } from '../net/guarded-fetch'
import { FetchRefused } from '../net/refused'
import { judgeFileUrl } from './file-address'
import { isFileUrl } from './signed-urls'
import { fileKey } from './stored-files'

/**
 * `fetchFile` that looks first whether the address is one of ours at `origin`; throws FetchRefused as that does. What is
 * read here is taken from the job's budget too.
 */
export function withStoredFiles(
  fetchFile: FetchFile,
  env: Env,
  { origin, budget, now }: { origin: string; budget: Budget; now: () => number },
): FetchFile {
  return async (address, options) => {
    if (!isFileUrl(address, origin)) return await fetchFile(address, options)
    budget.request()
    const object = await readStoredFile(env, new URL(address), options, now())
    await budget.bytes(object.size)
    return await downloadOf(new URL(address).href, object)
  }
}

const WRONG = { expired: 'has expired', revoked: 'was taken back', invalid: 'was altered or never issued' }

/** The stored file that a signed address names, within the limits of `options`. */
async function readStoredFile(env: Env, url: URL, { maxBytes, accept }: FetchFileOptions, now: number) {
  const verdict = await judgeFileUrl(url, env, now)
  if (verdict !== 'valid') {
    const what = WRONG[verdict]
    throw new FetchRefused(
      'address',
      `This signed address ${what}. Ask for a new one at /v1/status/{task_id}.`,
    )
  }
  const [, , taskId = ''] = url.pathname.split('/')
  const object = await env.FILES.get(fileKey(taskId))
  if (!object) throw new FetchRefused('status', 'The file is no longer kept. Make it again.')
  if (object.size > maxBytes) {
    throw new FetchRefused('size', `The file is larger than ${maxBytes} bytes. Use a smaller one.`)
  }
  const { contentType = '' } = object.httpMetadata ?? {}
  if (accept && !accept.includes(contentType)) {
    throw new FetchRefused('type', `The file is not ${accept.join(' or ')}, but ${contentType}.`)
  }
  return object
}

async function downloadOf(url: string, object: R2ObjectBody): Promise<Download> {
  const { contentType = '', contentDisposition = '' } = object.httpMetadata ?? {}
  const headers = {
    // What is deleted must be gone: no other place keeps a copy.
    'cache-control': 'no-store',
    'content-disposition': contentDisposition,
    'last-modified': object.uploaded.toUTCString(),
  }
  return { url, status: 200, contentType, headers, bytes: await object.bytes() }
}
