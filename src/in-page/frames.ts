/**
 * Documents in frames. The page's policy loads none. A frame is given the text of its document instead (`srcdoc`), which
 * lives under the page's own policy and lockdown, in an origin of its own, as any text that the page's author wrote there.
 */
import { decodeHtml } from './decode-html'
import { native } from './dom'
import { afterMs } from './ready'
import { document } from './true-document'

const MAX_FRAMES = 20
/** How long documents of frames are waited for. */
const MAX_LOAD_MS = 5000
const PICTURE = /^data:image\/|\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#]|$)/i

/** Addresses of frames that are seen, on the page's own server: others may forbid it. */
export function findFrames(): string[] {
  const addresses = emptyFrames().flatMap((frame) => {
    const url = URL.parse(frame.src)
    return url && /^https?:$/.test(url.protocol) && url.origin === location.origin ? [frame.src] : []
  })
  return [...new Set(addresses)].slice(0, MAX_FRAMES)
}

/** Frames of other documents that are not filled. */
function emptyFrames(): HTMLIFrameElement[] {
  return [...document.querySelectorAll<HTMLIFrameElement>('iframe[src]:not([srcdoc])')].filter(
    (frame) => frame instanceof HTMLIFrameElement && frame.getClientRects().length > 0,
  )
}

const loading = new Set<Promise<unknown>>()

/** Gives frames their documents: those of `data:` addresses, and `files` (texts of HTML by their addresses). */
export function fillFrames(files: { [address: string]: string }): void {
  for (const frame of emptyFrames()) {
    const text = files[frame.src] ?? (frame.src.startsWith('data:') ? textOfData(frame.src) : undefined)
    if (text === undefined) continue
    loading.add(new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })))
    frame.srcdoc = text
  }
}

/** Waits for the documents that frames were given. */
export async function framesLoaded(): Promise<void> {
  if (loading.size > 0) await Promise.race([Promise.all(loading), afterMs(MAX_LOAD_MS)])
  loading.clear()
}

/** The document of a `data:` address (RFC 2397); nothing for a type that is no document. */
function textOfData(address: string): string | undefined {
  const comma = address.indexOf(',')
  const [type = '', ...parameters] = address.slice('data:'.length, comma).toLowerCase().split(';')
  const data = address.slice(comma + 1)
  const base64 = parameters.some((name) => name.trim() === 'base64')
  if (type.startsWith('image/')) return `<body style="margin:0"><img src="${address.replaceAll('"', '%22')}">`
  if (type !== 'text/html') return undefined
  try {
    const bytes = Uint8Array.from(base64 ? atob(decodeURIComponent(data)) : unescape(data), (unit) =>
      unit.charCodeAt(0),
    )
    return decodeHtml(bytes, parameters.join(';'))
  } catch {
    return undefined
  }
}

/** Pictures that were asked for, by what holds them. */
const asked = new WeakMap<Element, string>()

/**
 * Shows pictures that stand in `<object>` and `<embed>`, which the policy forbids, as pictures. Ends when they have come:
 * what holds one that does not shows what stands in it.
 */
export async function showEmbeddedPictures(): Promise<void> {
  await Promise.all([...document.querySelectorAll('object[data],embed[src]')].map(showPicture))
}

async function showPicture(holder: Element): Promise<void> {
  const address = holder.getAttribute('data') ?? holder.getAttribute('src') ?? ''
  const type = holder.getAttribute('type')
  if (!(type ? /^image\//i.test(type) : PICTURE.test(address)) || asked.get(holder) === address) return
  asked.set(holder, address)
  const image = document.createElement('img')
  image.src = address
  if (!(await hasLoaded(image))) return
  image.alt = native(holder).getAttribute('aria-label') ?? native(holder).textContent?.trim() ?? ''
  for (const attribute of holder.attributes)
    if (!['data', 'src', 'type'].includes(attribute.name))
      image.setAttributeNode(attribute.cloneNode() as Attr)
  holder.replaceWith(image)
}

function hasLoaded(image: HTMLImageElement): Promise<boolean> {
  return new Promise((resolve) => {
    image.addEventListener('load', () => resolve(true))
    image.addEventListener('error', () => resolve(false))
  })
}
