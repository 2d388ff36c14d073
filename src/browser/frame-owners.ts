/**
 * Frames that a browser would keep apart from the page around them: what is in them may be a stranger's, so it has nothing
 * of what the caller sends for the page. The page itself and its frames are all of opaque origins here, so what they are
 * elsewhere is read from the elements that hold them.
 */
import type { Cdp } from './cdp'

/** Frames within frames that are looked at. */
const MAX_DEPTH = 10

export class FrameOwners {
  /** The frame around each frame. */
  readonly #parents = new Map<string, string>()

  /** `page` is the frame of the document itself. */
  constructor(
    private readonly cdp: Cdp,
    private readonly session: string,
    private readonly page: string,
  ) {}

  /** A frame was put into another one. */
  attached(frameId: string, parentId: string): void {
    this.#parents.set(frameId, parentId)
  }

  /** Whether a frame, or one around it, is kept apart now; also where that cannot be told. */
  async isApart(frameId: string, depth = 0): Promise<boolean> {
    if (frameId === this.page) return false
    const parent = this.#parents.get(frameId)
    if (parent === undefined || depth >= MAX_DEPTH) return true
    return (await this.#isKeptApart(frameId).catch(() => true)) || (await this.isApart(parent, depth + 1))
  }

  /** Whether the element that holds a frame keeps it apart. */
  async #isKeptApart(frameId: string): Promise<boolean> {
    const { backendNodeId } = await this.cdp.sendTo(this.session, 'DOM.getFrameOwner', { frameId })
    const { node } = await this.cdp.sendTo(this.session, 'DOM.describeNode', { backendNodeId })
    return keepsApart(attributesOf(node.attributes))
  }
}

/** Names in lower case, and values. */
function attributesOf(listed: readonly string[] = []): Map<string, string> {
  const attributes = new Map<string, string>()
  for (let at = 0; at < listed.length; at += 2)
    attributes.set((listed[at] ?? '').toLowerCase(), listed[at + 1] ?? '')
  return attributes
}

/** What a browser gives an origin of its own, or no cookies (HTML 7.3.1.3, 4.8.5). */
function keepsApart(attributes: ReadonlyMap<string, string>): boolean {
  const sandbox = attributes.get('sandbox')
  const isSandboxed = sandbox !== undefined && !/(?:^|\s)allow-same-origin(?:\s|$)/i.test(sandbox)
  return isSandboxed || attributes.has('credentialless') || /^\s*data:/i.test(attributes.get('src') ?? '')
}
