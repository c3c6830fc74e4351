import type { Page } from 'playwright-core'
import type { Property, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { makeAccount } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import { openConsole } from '../e2e/support/open-console.ts'
import { percentile } from './support/percentile.ts'
import type { Figure } from './run.ts'

const slower = 4
const times = 12

/** Properties with registers, so that every column of the table shows something, and one event for the second tab. */
const modelOf = (count: number): ThingModel => ({
  properties: Array.from({ length: count - 1 }, (_, index): Property => ({
    identifier: `Property${index}`,
    name: { en: `Property ${index}`, zh: `属性${index}` },
    required: index % 5 === 0,
    accessMode: index % 2 === 0 ? 'r' : 'rw',
    dataType: { type: 'float', min: -40, max: 300, step: 0.1, unit: '°C' },
    modbus: {
      protocolType: 'modbusRtu',
      operateType: 'holdingRegister',
      registerAddress: `0x${(index * 2).toString(16)}`,
      byteLength: 2,
      signed: true,
      coefficient: 0.1,
      reportFrequencyMs: 10_000,
    },
  })),
  events: [{ identifier: 'Only', name: { en: 'Only', zh: '唯一' }, required: false, type: 'info', outputData: [] }],
  services: [],
})

const events = 'main [role=group] button[aria-pressed]:nth-child(3)'
const all = 'main [role=group] button[aria-pressed]:first-child'

/** From a click that brings rows to the first frame that shows this many, in the page's own time. */
async function took(page: Page, click: string, rows: number): Promise<number> {
  const measured: unknown = await page.evaluate(`new Promise((resolve) => {
    const from = performance.now()
    const look = () => {
      if (document.querySelectorAll('main tbody tr').length !== ${rows}) return requestAnimationFrame(look)
      // The frame after the one that drew them: they are on the screen.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
    }
    document.querySelector('${click}').click()
    requestAnimationFrame(look)
  })`)
  return Number(measured)
}

/** The same rows as bare elements: nothing but their text, in the table's own style sheet. */
async function bareTook(page: Page): Promise<number> {
  const measured: unknown = await page.evaluate(`new Promise((resolve) => {
    const body = document.querySelector('main tbody')
    const html = [...body.rows].map((row) =>
      '<tr>' + [...row.cells].map((cell) => '<td>' + cell.textContent + '</td>').join('') + '</tr>').join('')
    const rows = [...body.children]
    const from = performance.now()
    body.replaceChildren()
    body.innerHTML = html
    body.offsetHeight
    requestAnimationFrame(() => setTimeout(() => {
      const took = performance.now() - from
      body.replaceChildren(...rows)
      resolve(took)
    }))
  })`)
  return Number(measured)
}

/** All functions of a draft at once, on a processor four times slower. */
export async function measure(): Promise<readonly Figure[]> {
  const opened = await openConsole()
  try {
    const { token } = await makeAccount(opened.app, { role: 'administrator' })
    const medians = new Map<number, number>()
    const bare: number[] = []
    for (const count of [80, 300]) {
      const { id } = await make.product(opened.app, { model: modelOf(count), protocol: 'modbusRtu' })
      const drawn: number[] = []
      await opened.inWindow({ as: { token }, start: `/product/model/draft?id=${id}` }, async (page) => {
        await page
          .locator('main tbody tr')
          .nth(count - 1)
          .waitFor()
        const session = await page.context().newCDPSession(page)
        await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
        for (let i = 0; i < times; i += 1) {
          await took(page, events, 1)
          drawn.push(await took(page, all, count))
          if (count === 300) bare.push(await bareTook(page))
        }
      })
      // The first compile.
      medians.set(count, percentile(drawn.slice(2), 0.5))
    }
    const [small, large] = [medians.get(80) ?? Number.NaN, medians.get(300) ?? Number.NaN]
    const plain = percentile(bare.slice(2), 0.5)
    return [
      {
        name: `drawing the table of 300 functions at ${slower}x slower CPU (p50), to the same of 80`,
        measured: `${Math.round(large)} ms`,
        against: `${Math.round(small)} ms`,
        ratio: large / small,
        goal: 'at most 3.75, as many rows',
      },
      {
        name: 'drawing the table of 300 functions, to bare rows of the same texts',
        measured: `${Math.round(large)} ms`,
        against: `${Math.round(plain)} ms`,
        ratio: large / plain,
        goal: 'at most 3',
      },
    ]
  } finally {
    await opened.stop()
  }
}
