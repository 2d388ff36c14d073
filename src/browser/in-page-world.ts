/** Sends the in-page functions into a page, and calls them there by name. */

import { BUNDLE_GLOBALS, BUNDLE_OF, type BundleName } from '../in-page/bundle-names'
import { bundles } from '../in-page/bundles.data'
import type { InPage } from '../in-page/contract'

/** One JavaScript world of a page, and which bundles it has. A bundle goes with the first call that needs it. */
export class InPageWorld {
  readonly #sent = new Set<BundleName>()
  readonly #used = new Set<BundleName>()

  /** The bundles that were called. */
  get used(): ReadonlySet<BundleName> {
    return this.#used
  }

  /** The expression that brings bundles into this world before anybody calls them. */
  preparation(names: Iterable<BundleName>): string {
    const missing = [...names].filter((name) => !this.#sent.has(name))
    for (const name of missing) this.#sent.add(name)
    return `${missing.map((name) => `${bundles[name]};`).join('')}0`
  }

  /** The expression that calls a function in this world. Evaluate each once, in the order in which they were made. */
  expression<Name extends keyof InPage>(name: Name, ...args: Parameters<InPage[Name]>): string {
    const bundle = BUNDLE_OF[name]
    this.#used.add(bundle)
    const values = args.map((arg) => JSON.stringify(arg)).join(',')
    const call = `${BUNDLE_GLOBALS[bundle]}.${name}(${values})`
    if (this.#sent.has(bundle)) return call
    this.#sent.add(bundle)
    return `${bundles[bundle]};${call}`
  }
}
