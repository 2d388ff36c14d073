/** Installs and bundles the former release once, before the tests that start it side by side. A shallow clone has none. */
import { bundleRelease, FORMER_RELEASE, hasRelease } from '../../scripts/former-release.mjs'

export default function setup() {
  if (hasRelease(FORMER_RELEASE)) bundleRelease(FORMER_RELEASE)
}
