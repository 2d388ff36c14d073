/** Files that this service made, given back to it by their signed addresses: read from storage, never fetched. */
import { fileKey } from '../deliver/files'
import { isFileAddress, verifyLink } from '../deliver/links'
import type { Fetcher, FetchFileOptions } from '../net/fetch'
import { FetchRefused } from '../net/refused'
import { acceptedSecrets } from '../settings'

/** `fetchFile` that looks first whether the address is one of ours at `origin`; throws FetchRefused as that does. */
export function withOwnFiles(
  fetchFile: Fetcher['fetchFile'],
  env: Env,
  { origin, now }: { origin: string; now: () => number },
): Fetcher['fetchFile'] {
  return async (address, options) => {
    if (!isFileAddress(address, origin)) return await fetchFile(address, options)
    return await readOwnFile(env, new URL(address), options, now())
  }
}

async function readOwnFile(env: Env, url: URL, { maxBytes, accept }: FetchFileOptions, now: number) {
  const verdict = await verifyLink(url, acceptedSecrets(env), now)
  if (verdict !== 'valid') {
    const what = verdict === 'expired' ? 'has expired' : 'was changed or never given out'
    throw new FetchRefused(
      'address',
      `This address of ours ${what}. Ask for a new one at /v1/status/{task_id}.`,
    )
  }
  const [, , taskId = ''] = url.pathname.split('/')
  const object = await env.FILES.get(fileKey(taskId))
  if (!object) throw new FetchRefused('status', 'The file is no longer kept. Make it again.')
  if (object.size > maxBytes) {
    throw new FetchRefused('size', `The file is larger than ${maxBytes} bytes. Use a smaller one.`)
  }
  const { contentType = '', contentDisposition = '' } = object.httpMetadata ?? {}
  if (accept && !accept.includes(contentType)) {
    throw new FetchRefused('type', `The file is not ${accept.join(' or ')}, but ${contentType}.`)
  }
  const headers = {
    // What is deleted must be gone: no other place keeps a copy.
    'cache-control': 'no-store',
    'content-disposition': contentDisposition,
    'last-modified': object.uploaded.toUTCString(),
  }
  return { url: url.href, status: 200, contentType, headers, bytes: await object.bytes() }
}
