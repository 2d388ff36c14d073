/** The addresses of files that we give out, wherever: in an answer, a status, a batch or a webhook. */

import { fileUrlTtl, signingSecret } from '../settings'
import { signFileUrl, signViewUrl, type ViewMode, viewOf } from './signed-urls'

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

/** A signed address that shows the file, until `until`, and never for longer than the file is kept; times are in ms. */
export function createViewUrl(
  env: Env,
  { expiresAt, ...target }: FileUrlTarget & { mode: ViewMode },
  until: number,
): { url: string; expiresAt: number } {
  const end = Math.floor(Math.min(until, expiresAt) / 1000) * 1000
  return { url: signViewUrl({ ...target, expiresAt: end }, signingSecret(env)), expiresAt: end }
}
