/** The way in with one question in place of two (`admission.ts` has both): the caller is let in, then the work is begun. */
import type { Admission, Begin, BeginResult, Call } from './admission'
import type { Brand } from './storage/settings-table'

export type AdmitAndBegin = {
  call: Call
  begin: Begin
  /** What the request was read with, if that matters. */
  read?: { brand: Brand | undefined } | undefined
}

/** `begun` is absent if the caller was refused, or the account has another brand than the request was read with. */
export type AdmittedAndBegun = { admission: Admission; begun?: BeginResult | undefined }

/** The account's object, or a way to it. */
export type Asked = {
  authenticate: (call: Call) => Admission | Promise<Admission>
  begin: (begin: Begin) => Promise<BeginResult>
}

export async function admitAndBegin(
  account: Asked,
  { call, begin, read }: AdmitAndBegin,
): Promise<AdmittedAndBegun> {
  const admission = await account.authenticate(call)
  if (admission.outcome === 'refused' || admission.account.suspended) return { admission }
  if (read && !isSameBrand(read.brand, admission.account.brand)) return { admission }
  return { admission, begun: await account.begin(begin) }
}

/** Both are the account's own, as it stored them. */
export function isSameBrand(one: Brand | undefined, other: Brand | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
