/** A new secret that webhooks are signed with, and the button that makes it. */
import { useState } from 'preact/hooks'
import { Head } from '../shell/page'
import { wordsOf } from '../shell/problem'
import { Secret } from '../shell/secret'
import type { Session } from '../shell/session'
import { toast } from '../shell/toast'
import { TEXTS } from '../texts'

const words = TEXTS.webhooks
const PATH = '/v1/webhooks/secret/rotate'

type SigningHeadProps = {
  session: Session
  title: string
  lead: string
  /** The other page of webhooks. */
  other: { address: string; label: string }
}

/** The heading of a page of webhooks. */
export function SigningHead({ session: { platen }, title, lead, other }: SigningHeadProps) {
  const [secret, setSecret] = useState('')
  const rotate = async () => {
    try {
      const made = await platen.call<'rotateWebhookSecret'>('POST', PATH, { body: {} })
      setSecret(made.webhook_secret)
    } catch (error) {
      toast(wordsOf(error), { isError: true })
    }
  }
  return (
    <>
      <Head title={title} lead={lead}>
        <a class="button plain" href={other.address}>
          {other.label}
        </a>
        <button type="button" class="plain" onClick={rotate}>
          {words.rotate}
        </button>
      </Head>
      {secret && <Secret title={words.newSecret} text={secret} />}
    </>
  )
}
