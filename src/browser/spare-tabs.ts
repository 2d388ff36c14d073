/**
 * Tabs that nobody has used, made before anyone asks. One of them is made ready for a document with scripts, if the last that
 * came had any; documents without scripts never get that one.
 */
import { ignore } from '../time/waiting'
import type { Tab } from './tab'

/** What is known of the document that a tab is taken for. */
export type TabUse = { scripted: boolean; viewport: Tab['viewport'] }

/** `open`: a new tab. `warm`: the same with a renderer that stands; with a `viewport` it is ready for scripts too. */
type Makers = {
  open: () => Promise<Tab>
  warm: (tab: Tab, viewport: Tab['viewport'] | undefined) => Promise<Tab>
}

export class SpareTabs {
  readonly #spares: Promise<Tab>[] = []
  /** The one of them that is made ready for scripts. */
  #scripted: Promise<Tab> | undefined
  /** What the last document with scripts was laid out for. */
  #viewport: Tab['viewport'] | undefined

  /** `most`: how many there are to be. */
  constructor(
    private readonly make: Makers,
    private readonly most: number,
  ) {}

  /** A tab for one document: a spare if there is one that fits. */
  async take({ scripted, viewport }: TabUse): Promise<Tab> {
    if (scripted) this.#viewport = viewport
    const fits = scripted ? this.#scripted : undefined
    const spare = fits ?? this.#spares.find((each) => each !== this.#scripted)
    if (!spare) return await this.make.open()
    this.#forget(spare)
    return await spare
  }

  /** Makes as many as are missing. */
  fill(): void {
    while (this.#spares.length < this.most) this.#add(this.make.open())
  }

  /** Starts the renderers of those that are there, one after another, while `isIdle`: only then does it pay. */
  async warm(isIdle: () => boolean): Promise<void> {
    for (const spare of [...this.#spares]) {
      const tab = await spare.catch(() => undefined)
      if (!tab || tab.warm || !this.#spares.includes(spare) || !isIdle()) continue
      const viewport = this.#scripted || this.most < 2 ? undefined : this.#viewport
      const warmed = this.make.warm(tab, viewport)
      this.#forget(spare)
      // Whoever takes it meanwhile waits: a document must not begin while the empty page is still coming.
      this.#add(warmed)
      if (viewport) this.#scripted = warmed
      await warmed.catch(ignore)
    }
  }

  /** Keeps a spare, until it turns out that it cannot be made. */
  #add(spare: Promise<Tab>): void {
    this.#spares.push(spare)
    spare.catch(() => this.#forget(spare))
  }

  #forget(spare: Promise<Tab>): void {
    const place = this.#spares.indexOf(spare)
    if (place >= 0) this.#spares.splice(place, 1)
    if (spare === this.#scripted) this.#scripted = undefined
  }
}
