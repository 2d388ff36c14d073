/** Headers of a caller's that go along with a request: some wherever it leads, secrets to one origin only. */

export type SentHeaders = {
  /** The only origin that `secret` is sent to. */
  origin: string
  secret: Readonly<Record<string, string>>
  /** Sent to whatever a redirect leads to as well. */
  open: Readonly<Record<string, string>>
}

/** What is sent to `url`, names in lower case. */
export function headersFor(url: URL, sent: SentHeaders | undefined): Record<string, string> {
  if (!sent) return {}
  return { ...sent.open, ...(url.origin === sent.origin && sent.secret) }
}

/** Whether anything of it is for one origin only. */
export function hasSecrets(sent: SentHeaders | undefined): boolean {
  return sent !== undefined && Object.keys(sent.secret).length > 0
}

/** What anybody may be sent. */
export function withoutSecrets(sent: SentHeaders | undefined): SentHeaders | undefined {
  return sent && { ...sent, secret: {} }
}
