import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { isEverything } from './browser.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules with results that can differ between the themes: both have the same elements. */
const contrastRules = ['color-contrast', 'link-in-text-block']

type Scheme = 'light' | 'dark'

const mark = 'data-opened'

/** Runs in the page: marks the overlay that was opened last, and returns whether there is one. */
const markOpened = `(() => {
  for (const element of document.querySelectorAll('[${mark}]')) element.removeAttribute('${mark}')
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const opened = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].filter(isShown).at(-1)
  opened?.setAttribute('${mark}', '')
  return opened !== undefined
})()`

/** Selects the element to check: the requested part, or the part that opened over a screen already checked. */
async function placeOn(page: Page, within: string | undefined): Promise<string | undefined> {
  if (within !== undefined || isEverything) return within
  const isOpened: unknown = await page.evaluate(markOpened)
  return isOpened === true ? `[${mark}]` : undefined
}

/** Runs in the page, where axe stays until the page is left; returns its findings in the place as `{ id, at }`. */
const run = (place: string, runOnly: object) => `(async () => {
  const { violations } = await axe.run(document.querySelector(${JSON.stringify(place)}), {
    runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'], preload: false, elementRef: false,
  })
  return violations.map(({ id, nodes }) => ({
    id, at: nodes.map(({ target, failureSummary }) => target.join(' ') + ': ' + failureSummary),
  }))
})()`

async function violationsIn(page: Page, scheme: Scheme, within: string | undefined): Promise<unknown> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.locator(`html[data-theme=${scheme}]`).waitFor({ state: 'attached' })
  const place = await placeOn(page, within)
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source)
  const isWhole = isEverything || scheme === 'light'
  return page.evaluate(
    run(place ?? 'html', isWhole ? { type: 'tag', values: tags } : { type: 'rule', values: contrastRules }),
  )
}

/**
 * Asserts that axe finds nothing on the present page: by all rules in light, by the rules of contrast in dark. If a
 * dialog or a menu is open, only that is checked; `within` names another part, `html` the whole page.
 */
export async function assertAccessible(page: Page, name: string, within?: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const)
    assert.deepEqual(await violationsIn(page, scheme, within), [], `${name}, ${scheme}`)
}

/** The same by all rules in light alone: for a screen with colours that were checked in the other language. */
export async function assertAccessibleInLight(page: Page, name: string): Promise<void> {
  assert.deepEqual(await violationsIn(page, 'light', undefined), [], name)
}
