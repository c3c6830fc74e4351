import type { Page } from 'playwright-core'
import { until } from '@brigade/server/testing/until.ts'

/** Returns the total in the foot of a list; 0 if the list is empty. */
export async function totalOf(page: Page): Promise<number> {
  const foot = page.locator('[aria-live=polite]').filter({ hasText: / of / }).first()
  const nothing = page.getByRole('status').filter({ hasText: /Nothing|No / })
  return until('the rows, or that there are none', async () => {
    if (await foot.isVisible())
      return { total: Number(((await foot.innerText()).split(' of ')[1] ?? '').replace(/,/g, '')) }
    return (await nothing.first().isVisible()) ? { total: 0 } : undefined
  }).then(({ total }) => total)
}
