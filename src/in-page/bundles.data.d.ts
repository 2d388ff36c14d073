/** What `scripts/in-page.mjs` makes: the scripts to send to a page. */
import type { BundleName } from './bundle-names'

export const bundles: Record<BundleName, string>
