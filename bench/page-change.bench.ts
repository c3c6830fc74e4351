import type { Page } from 'playwright-core'
import { makeAccount } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import { openConsole } from '../e2e/support/open-console.ts'
import { percentile } from './support/percentile.ts'
import type { Figure } from './run.ts'

const budgetMs = 350
const slower = 4
const times = 20

/** From the click on "next" or "previous" to the first frame that shows other rows, in the page's own time. */
async function changeTook(page: Page, label: string): Promise<number> {
  const took: unknown = await page.evaluate(`new Promise((resolve) => {
    const first = () => document.querySelector('tbody tr')?.textContent
    const before = first()
    const from = performance.now()
    const look = () => {
      if (first() === before) return requestAnimationFrame(look)
      // The frame after the one that drew them: they are on the screen.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
    }
    document.querySelector('nav button[aria-label="${label}"]').click()
    requestAnimationFrame(look)
  })`)
  return Number(took)
}

/** A page of 80 devices after another, on a processor four times slower, server and network of this machine included. */
export async function measure(): Promise<readonly Figure[]> {
  const opened = await openConsole()
  try {
    const { token } = await makeAccount(opened.app, { role: 'administrator' })
    for (let i = 0; i < 240; i += 1) await make.device(opened.app)
    const took: number[] = []
    await opened.inWindow(
      { as: { token }, start: '/recipeManage/device/list?pageSize=80', width: 1440 },
      async (page) => {
        await page.locator('tbody tr').nth(79).waitFor()
        const session = await page.context().newCDPSession(page)
        await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
        // The first visits of each page load and compile code; later ones are typical.
        await changeTook(page, 'Next')
        await changeTook(page, 'Next')
        await changeTook(page, 'Previous')
        for (let i = 0; i < times; i += 1) took.push(await changeTook(page, i % 2 === 0 ? 'Next' : 'Previous'))
      },
    )
    const p50 = percentile(took, 0.5)
    return [
      {
        name: `page change of 80 rows at ${slower}x slower CPU (p50)`,
        measured: `${Math.round(p50)} ms, p90 ${Math.round(percentile(took, 0.9))}`,
        against: `${budgetMs} ms`,
        ratio: p50 / budgetMs,
        goal: 'at most 1',
      },
    ]
  } finally {
    await opened.stop()
  }
}
