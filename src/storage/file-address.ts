/** The addresses of files that we give out, wherever: in an answer, a status, a batch or a webhook. */

import { taskDatabase } from '../databases'
import { acceptedSecrets, fileUrlTtl, signingSecret } from '../settings'
import {
  signFileUrl,
  signViewUrl,
  type UrlVerdict,
  type ViewMode,
  verifyFileUrl,
  viewOf,
} from './signed-urls'
import { isRevoked } from './view-links'

/** What an address names, and when the file is removed, in milliseconds since 1970. */
export type FileUrlTarget = { origin: string; taskId: string; fileName: string; expiresAt: number }

/** A signed address that works for the time of the setting, and never longer than the file is kept. */
export async function createFileUrl(
  env: Env,
  { origin, taskId, fileName, expiresAt }: FileUrlTarget,
  now: number,
): Promise<string> {
  const until = Math.min(now + fileUrlTtl(env), expiresAt)
  return await signFileUrl({ origin, taskId, fileName, expiresAt: until }, signingSecret(env))
}

/** When the address of a file to be saved was given out, in milliseconds; null if it does not say. */
export function givenOutAt(address: URL, env: Env, now: number): number | null {
  if (viewOf(address)) return null
  const time = Number(address.searchParams.get('expires')) * 1000 - fileUrlTtl(env)
  // The setting may have been another.
  return time <= now ? time : null
}

/** A signed address that shows the file until `expiresAt`, in milliseconds since 1970. */
export function createViewUrl(env: Env, target: FileUrlTarget & { mode: ViewMode }): string {
  return signViewUrl(target, signingSecret(env))
}

/** Judges the address of a request, as `verifyFileUrl` does, and whether the link that it is was taken back. */
export async function judgeFileUrl(url: URL, env: Env, now: number): Promise<UrlVerdict | 'revoked'> {
  const verdict = verifyFileUrl(url, acceptedSecrets(env), now)
  if (verdict !== 'valid' || !viewOf(url)) return verdict
  const [, , taskId = ''] = url.pathname.split('/')
  const expires = Number(url.searchParams.get('expires'))
  return (await isRevoked(taskDatabase(env, taskId), { taskId, expires })) ? 'revoked' : 'valid'
}
