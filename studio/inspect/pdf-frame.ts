/** Questions to the frame at `/view/`, which has no origin of its own and answers them in their order. */
import type { ViewAnswer, ViewRequest } from '../view/view-messages'

type Answered = Exclude<ViewAnswer, { ready: true } | { failed: true }>
type Question = ViewRequest extends infer Each ? (Each extends unknown ? Omit<Each, 'id'> : never) : never

export class PdfFrame {
  readonly #frame: HTMLIFrameElement
  readonly #waiting = new Map<
    number,
    { resolve: (answer: Answered) => void; reject: (error: Error) => void }
  >()
  readonly #ready: Promise<void>
  #begin: () => void = () => undefined
  #asked = 0

  constructor(frame: HTMLIFrameElement) {
    this.#frame = frame
    this.#ready = new Promise((resolve) => {
      this.#begin = resolve
    })
    addEventListener('message', this.#hear)
  }

  close(): void {
    removeEventListener('message', this.#hear)
  }

  /** Returns how many pages the file has. Throws if it cannot be opened. */
  async open(bytes: Uint8Array, password?: string): Promise<number> {
    const answer = await this.#ask({ open: bytes, password })
    return 'pages' in answer ? answer.pages : 0
  }

  /** A page, from 0, as wide as so many pixels. */
  async draw(page: number, width: number): Promise<ImageBitmap> {
    const answer = await this.#ask({ draw: page, width })
    if (!('drawn' in answer)) throw new Error('the page was not drawn')
    return answer.drawn
  }

  /** The pages that have a text, from 0. */
  async find(text: string): Promise<readonly number[]> {
    const answer = await this.#ask({ find: text })
    return 'found' in answer ? answer.found : []
  }

  async #ask(question: Question): Promise<Answered> {
    await this.#ready
    const id = ++this.#asked
    const answered = new Promise<Answered>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    // The frame has no origin that could be named; nobody else can be in it.
    this.#frame.contentWindow?.postMessage({ id, ...question }, '*')
    return await answered
  }

  readonly #hear = ({ source, data }: MessageEvent<ViewAnswer>) => {
    if (source !== this.#frame.contentWindow) return
    if ('ready' in data) return this.#begin()
    const { resolve, reject } = this.#waiting.get(data.id) ?? {}
    this.#waiting.delete(data.id)
    if ('failed' in data) reject?.(new Error('the file cannot be drawn'))
    else resolve?.(data)
  }
}
