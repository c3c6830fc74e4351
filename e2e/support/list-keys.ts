import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '@brigade/server/testing/until.ts'

/** Tables whose rows are shown beside them; others have keys too, and nothing to show. */
const bodies = 'main table > tbody[class*=peekable]:has(> tr[data-row][tabindex])'

/** The id of the row with the focus; the empty text where none has it. */
export const focusedRow = async (page: Page): Promise<string> =>
  String(await page.evaluate('document.activeElement?.closest("tr[data-row]")?.dataset.row ?? ""'))

const peeked = (page: Page): string => new URL(page.url()).searchParams.get('peek') ?? ''

/**
 * Walks the first list of a screen by keys: j goes to a row, x chooses it where rows can be chosen, o shows it and takes that back, and Enter
 * opens it or shows it. Answers whether there is a list with rows.
 */
export async function assertKeyed(page: Page, name: string): Promise<boolean> {
  // While something is open over the list, the keys are its.
  if ((await page.locator(bodies).count()) === 0 || (await page.locator('[role=dialog]').count()) > 0) return false
  const body = page.locator(bodies).first()
  await page.keyboard.press('j')
  await until(`${name}: j goes to a row`, async () => (await focusedRow(page)) !== '')
  const id = await focusedRow(page)
  const row = body.locator(`> tr[data-row="${id}"]`)
  const box = row.locator('[data-select] input')
  if ((await box.count()) > 0) {
    await page.keyboard.press('x')
    assert.ok(await box.isChecked(), `${name}: x chooses the row`)
    await page.keyboard.press('x')
    assert.ok(!(await box.isChecked()), `${name}: x takes it back`)
    assert.equal(await focusedRow(page), id, `${name}: the row keeps the focus`)
  }
  await page.keyboard.press('o')
  await until(`${name}: o shows the row`, () => peeked(page) === id)
  await row.and(page.locator('[aria-current=true]')).waitFor()
  await page
    .locator('main section, [role=dialog]')
    .filter({ has: page.locator('dl') })
    .last()
    .waitFor()
  await page.keyboard.press('Escape')
  await until(`${name}: Esc closes it`, () => peeked(page) === '')
  await until(`${name}: its row has the focus`, async () => (await focusedRow(page)) === id)
  const before = page.url()
  await page.keyboard.press('Enter')
  await until(
    `${name}: Enter opens or shows the row`,
    async () => page.url() !== before || (await page.locator('[role=dialog]').count()) > 0,
  )
  return true
}
