/**
 * Tabs that were made before anyone asks, each ready for a document as the last one was that nobody had kept a tab for: with
 * scripts or without.
 */
import { ignore } from '../time/waiting'
import { BARE, type Tab, type TabUse } from './tab'

/** How tabs are made, started and destroyed. */
type Make = {
  open: (use: TabUse) => Promise<Tab>
  /** Starts a tab's renderer: the tab is ready when this resolves. */
  warm: (tab: Tab) => Promise<Tab>
  dispose: (tab: Tab) => void
}
type Spare = { scripted: boolean; tab: Promise<Tab> }

export class SpareTabs {
  readonly #spares: Spare[] = []
  /** What the next ones are for. */
  #use = BARE

  constructor(
    private readonly count: number,
    private readonly make: Make,
  ) {}

  /**
   * The one made longest ago that fits, or a new one. A document with scripts gets one that is ready for them, else a bare one;
   * any other only a bare one: if none is, another makes way for what is asked for now.
   */
  async take({ scripted, viewport }: TabUse): Promise<Tab> {
    const use = { scripted, viewport }
    this.#use = use
    const spare = this.#fitting(use)
    if (spare) {
      this.#forget(spare)
      return await spare.tab.catch(() => this.make.open(use))
    }
    const [other] = this.#spares
    if (other) {
      this.#forget(other)
      other.tab.then(this.make.dispose, ignore)
    }
    return await this.make.open(use)
  }

  /** Makes as many as there are to be. */
  fill(): void {
    while (this.#spares.length < this.count) {
      const spare = { scripted: this.#use.scripted, tab: this.make.open(this.#use) }
      this.#spares.push(spare)
      this.#forgetIfLost(spare)
    }
  }

  /** Starts their renderers, one after another, while `isIdle`. One that does not start is destroyed. */
  async warm(isIdle: () => boolean): Promise<void> {
    for (const spare of [...this.#spares]) {
      const tab = await spare.tab.catch(() => undefined)
      if (!tab || tab.warm || !this.#spares.includes(spare) || !isIdle()) continue
      // Whoever takes it meanwhile waits: a document must not begin while the empty page is still coming.
      spare.tab = this.make.warm(tab)
      this.#forgetIfLost(spare)
      await spare.tab.catch(() => this.make.dispose(tab))
    }
  }

  #fitting({ scripted }: TabUse): Spare | undefined {
    const same = this.#spares.find((spare) => spare.scripted === scripted)
    return same ?? (scripted ? this.#spares[0] : undefined)
  }

  #forgetIfLost(spare: Spare): void {
    spare.tab.catch(() => this.#forget(spare))
  }

  #forget(spare: Spare): void {
    const place = this.#spares.indexOf(spare)
    if (place >= 0) this.#spares.splice(place, 1)
  }
}
