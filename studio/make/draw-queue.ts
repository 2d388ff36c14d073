/** First pages of templates with their samples, drawn two at a time and kept while the Studio is open. */
import { PlatenError } from '../../clients/typescript/src/errors'
import type { Brand } from '../brand/read-brand'
import type { Session } from '../shell/session'

/** As many previews as the plan Free has at once. */
const MAX_AT_ONCE = 2
const DPI = 50
const MAX_TRIES = 6

type Drawn = { id: string; version: number | undefined; brand: Brand | undefined }

const pictures = new Map<string, string>()
let running = 0
const waiting: (() => void)[] = []

/** The address of a picture. Throws what the service says, or that nobody wants it any more. */
export async function drawnPage(session: Session, asked: Drawn, isGone: () => boolean): Promise<string> {
  const name = JSON.stringify([session.key, asked])
  const known = pictures.get(name)
  if (known !== undefined) return known
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    const picture = await draw(session, asked, isGone)
    pictures.set(name, picture)
    return picture
  } finally {
    running--
    waiting.shift()?.()
  }
}

async function draw({ platen }: Session, { id }: Drawn, isGone: () => boolean): Promise<string> {
  if (isGone()) throw new Error('not wanted any more')
  // The sample's own brand would stand in place of the account's.
  const { brand: _brand, ...data } = (await platen.template(id)).sample ?? {}
  const request = { template_id: id, data }
  for (let tries = 1; ; tries++) {
    try {
      const made = await platen.preview({
        endpoint: 'generate',
        request,
        output: 'png',
        pages: '1',
        dpi: DPI,
      })
      return URL.createObjectURL(await made.blob())
    } catch (error) {
      // Nobody waits for it: a rate or a busy service is waited for.
      if (!(error instanceof PlatenError) || error.retryAfter === undefined || tries === MAX_TRIES)
        throw error
      const { retryAfter } = error
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000))
      if (isGone()) throw error
    }
  }
}
