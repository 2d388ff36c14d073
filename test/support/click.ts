import type { Page } from 'puppeteer-core'

/** Clicks on what is called so, as `clickOn` does. */
export async function click(page: Page, name: string): Promise<void> {
  await clickOn(page, `::-p-aria(${name})`)
}

/**
 * Clicks on what a selector finds, with the pointer. A page that grows at that moment takes it from under the pointer, which then
 * clicks on something else: it is tried again. The page is one of `calmPage`.
 */
export async function clickOn(page: Page, selector: string): Promise<void> {
  const locator = page.locator(selector)
  for (let tries = 0; tries < 20; tries++) {
    const target = await locator.waitHandle()
    await target.evaluate((element: unknown) => Object.assign(globalThis, { aimedAt: element }))
    await locator.click()
    // A page that has been left for another one has no more to say.
    const isMissed = await page.evaluate('window.aimedAt !== undefined').catch(() => false)
    if (!isMissed) return
  }
  throw new Error(`${selector} is never where it was`)
}
