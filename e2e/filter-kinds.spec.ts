import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calendarText } from '../console/src/ui/calendar/calendar.text.ts'
import { uiText } from '../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from './support/in-both.ts'
import type { Page } from 'playwright-core'
import { until } from '@brigade/server/testing/until.ts'
import { assertAccessible } from './support/assert-accessible.ts'
import { openBrowser, openWindow, tried, type OwnBrowser } from './support/browser.ts'
import { openFilterPage } from './support/filter-page.ts'

/** Every kind of filter in the search form, those that no screen uses yet too, on a page of the tests' own. */

let browser: OwnBrowser
let served: Awaited<ReturnType<typeof openFilterPage>>
before(async () => {
  ;[browser, served] = await Promise.all([openBrowser(), openFilterPage()])
})
after(async () => {
  await browser.close()
  await served.stop()
})

const words = inBoth({
  search: uiText.search,
  reset: uiText.reset,
  more: { en: '4 more', zh: '展开' },
  fewer: uiText.fewer,
  clear: uiText.clear,
  name: word.name,
  kind: { en: 'Made in', zh: '制作设备' },
  oven: { en: 'An oven', zh: '烤箱' },
  cooler: { en: 'A cooler', zh: '制冷设备' },
  between: { en: 'Between', zh: '起止日期' },
  day: { en: 'Day', zh: '日期' },
  march10: { en: '10 March 2026', zh: '2026年3月10日' },
  november19: { en: '19 November 2026', zh: '2026年11月19日' },
  november21: { en: '21 November 2026', zh: '2026年11月21日' },
  october14: { en: '14 October 2026', zh: '2026年10月14日' },
  previousMonth: calendarText.previousMonth,
  year: { en: 'Year', zh: '年份' },
  year2025: { en: '2025', zh: '2025' },
  dish: { en: 'Dish', zh: '菜品' },
  chef: { en: 'Chef', zh: '厨师' },
  slow: { en: 'Slow', zh: '缓慢' },
  failed: uiText.failedTitle,
  again: uiText.tryAgain,
  nothing: uiText.nothingFound,
})

const everything = ['Bread', 'Duck', 'Sorbet']
const now = new Date('2026-11-21T09:00:00Z')

for (const { language, spoken } of tried('en')) {
  const w = words[language]

  function tools(page: Page) {
    const filters = page.getByRole('search')
    const field = (label: string) => filters.getByLabel(label, { exact: true })
    const option = (name: string) => page.getByRole('option', { name, exact: true })
    const rowsAre = (wanted: readonly string[]) =>
      until(`the rows ${wanted.join(', ')}`, async () => {
        const shown = await page.locator('[data-filtered] > li').allInnerTexts()
        return shown.join() === wanted.join()
      })
    const expectText = (label: string, text: string) =>
      until(`${label} says ${text}`, async () => {
        const control = field(label)
        const shown = await control.inputValue().catch(() => control.innerText())
        return shown.trim() === text
      })
    /**
     * Moves the focus to a button of a calendar that has just opened. The calendar focuses its own first control
     * shortly after it opens, so the focus counts only if it is still there two frames later.
     */
    const keyboardOn = async (name: string) => {
      const button = page.getByRole('button', { name, exact: true })
      await until(`the keyboard stays on ${name}`, async () => {
        await button.focus()
        await page.evaluate(
          'new Promise((on) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(on))))',
        )
        const held: unknown = await page.evaluate(
          'document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent',
        )
        return held === name
      })
    }
    const search = () => filters.getByRole('button', { name: w.search, exact: true }).click()
    const query = () => Object.fromEntries(new URL(page.url()).searchParams)
    return {
      filters,
      field,
      option,
      rowsAre,
      expectText,
      keyboardOn,
      search,
      query,
      /** After a search: the address and the rows, the same words after a reload, and all back after a reset. */
      holds: async (
        wanted: Record<string, string>,
        rows: readonly string[],
        label: string,
        text: string,
        none = '',
      ) => {
        await search()
        await rowsAre(rows)
        assert.deepEqual(query(), wanted)
        await page.reload()
        await rowsAre(rows)
        await expectText(label, text)
        await filters.getByRole('button', { name: w.reset }).click()
        await rowsAre(everything)
        assert.deepEqual(query(), {})
        await expectText(label, none)
      },
    }
  }

  const onPage = async (work: (page: Page, tool: ReturnType<typeof tools>) => Promise<void>, query = '') => {
    const { page, problems, close } = await openWindow(browser, { language, time: now }, { 'filters.kinds': true })
    try {
      await page.goto(served.url + query)
      const tool = tools(page)
      await tool.field(w.chef).waitFor()
      await work(page, tool)
      assert.deepEqual(problems, [])
    } finally {
      await close()
    }
  }

  test(`four filters show, the others unfold, and one that is set stays in sight, in ${spoken}`, () =>
    onPage(async (page, { filters, field, search, option, rowsAre }) => {
      await filters.getByRole('button', { name: w.fewer }).click()
      await field(w.year).waitFor({ state: 'detached' })
      await filters.getByRole('button', { name: w.more }).click()
      await field(w.dish).click()
      await option('Dinner').click()
      await page.keyboard.press('Escape')
      await search()
      await rowsAre(['Sorbet'])
      await filters.getByRole('button', { name: w.fewer }).click()
      await field(w.year).waitFor({ state: 'detached' })
      await field(w.dish).waitFor()
      await page.reload()
      await field(w.dish).waitFor()
      assert.equal(await field(w.year).count(), 0)
    }))

  test(`a text and a select narrow the rows, in ${spoken}`, () =>
    onPage(async (page, { field, option, holds }) => {
      await field(w.name).fill('du')
      await holds({ name: 'du' }, ['Duck'], w.name, 'du')
      await field(w.kind).click()
      await assertAccessible(page, `a select, open, in ${spoken}`)
      await option(w.cooler).click()
      await holds({ kind: 'cooler' }, ['Sorbet'], w.kind, w.cooler)
      await field(w.kind).focus()
      await page.keyboard.press('ArrowDown')
      await option(w.cooler).waitFor()
      await until('the keyboard is on it', async () => {
        if ((await option(w.cooler).getAttribute('data-active')) !== null) return true
        await page.keyboard.press('ArrowDown')
        return false
      })
      await page.keyboard.press('Enter')
      await holds({ kind: 'cooler' }, ['Sorbet'], w.kind, w.cooler)
    }))

  test(`a select opens, moves, takes and clears by keyboard, and Escape leaves it as it was, in ${spoken}`, () =>
    onPage(async (page, { field, option, expectText }) => {
      const control = field(w.kind)
      const marked = (name: string) =>
        until(`${name} is under the keyboard`, async () => {
          const id = await control.getAttribute('aria-activedescendant')
          return id !== null && (await page.locator(`[id="${id}"]`).innerText()) === name
        })
      await control.focus()
      for (const [key, name] of [
        ['End', null],
        ['ArrowDown', null],
        ['End', w.cooler],
        ['Home', w.oven],
        ['ArrowUp', w.cooler],
      ] as const) {
        await page.keyboard.press(key)
        if (name !== null) await marked(name)
      }
      await page.keyboard.press('Escape')
      await option(w.cooler).waitFor({ state: 'detached' })
      await expectText(w.kind, '')
      // A letter opens the list at the options that begin with it; the focus has never left the field.
      await page.keyboard.press(w.oven.charAt(0))
      await marked(w.oven)
      await page.keyboard.press('Enter')
      await expectText(w.kind, w.oven)
      await page.keyboard.press('Backspace')
      await expectText(w.kind, '')
      assert.equal(await option(w.oven).count(), 0)
    }))

  test(`a day is chosen in the calendar and sent as it is shown, in ${spoken}`, () =>
    onPage(async (page, { field, holds, expectText, keyboardOn }) => {
      const empty = await field(w.day).innerText()
      await field(w.day).click()
      await page.getByRole('button', { name: w.november19 }).waitFor()
      await assertAccessible(page, `a calendar, open, in ${spoken}`)
      await page.getByRole('button', { name: w.november19 }).click()
      await holds({ day: '2026-11-19' }, ['Duck'], w.day, '2026-11-19', empty)
      // With the keyboard: into the calendar, back by months, through the days.
      await field(w.day).focus()
      await page.keyboard.press('Enter')
      await keyboardOn(w.previousMonth)
      for (let month = 0; month < 8; month += 1) await page.keyboard.press('Enter')
      await keyboardOn(w.march10)
      for (const key of ['ArrowRight', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
      await expectText(w.day, '2026-03-10')
      await holds({ day: '2026-03-10' }, ['Bread'], w.day, '2026-03-10', empty)
    }))

  test(`a year is chosen among its decade, in ${spoken}`, () =>
    onPage(async (page, { filters, field, holds, expectText, keyboardOn }) => {
      const empty = await field(w.year).innerText()
      await field(w.year).click()
      await page.getByRole('button', { name: w.year2025 }).waitFor()
      await assertAccessible(page, `the years, open, in ${spoken}`)
      await page.getByRole('button', { name: w.year2025 }).click()
      await holds({ year: '2025' }, ['Sorbet'], w.year, '2025', empty)
      await field(w.year).focus()
      await page.keyboard.press('Enter')
      await keyboardOn('2024')
      for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key)
      await expectText(w.year, '2025')
      await filters.getByRole('button', { name: w.clear }).click()
      await expectText(w.year, empty)
    }))

  test(`the keyboard begins at today, turns the page, and Escape gives it back to the field, in ${spoken}`, () =>
    onPage(async (page, { field, expectText }) => {
      const empty = await field(w.day).innerText()
      const named = async () => page.evaluate('document.activeElement?.getAttribute("aria-label")')
      const isAt = (name: string) => until(`the keyboard is at ${name}`, async () => (await named()) === name)
      await field(w.day).focus()
      await page.keyboard.press('Enter')
      await isAt(w.november21)
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('PageUp')
      await isAt(w.october14)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await field(w.day).and(page.locator(':focus')).waitFor()
      await expectText(w.day, empty)
    }))

  test(`a range is two instants, the first of its first day and the last of its last, in ${spoken}`, () =>
    onPage(async (page, { field, holds }) => {
      const empty = await field(w.between).innerText()
      await field(w.between).click()
      await page.getByRole('button', { name: w.november19 }).click()
      await assertAccessible(page, `a range, half chosen, in ${spoken}`)
      await page.getByRole('button', { name: w.november19 }).click()
      await holds(
        { startTime: '2026-11-18T16:00:00.000Z', endTime: '2026-11-19T15:59:59.999Z' },
        ['Duck'],
        w.between,
        '2026-11-19 – 2026-11-19',
        empty,
      )
    }))

  test(`a cascader takes any level, by mouse and by keyboard, in ${spoken}`, () =>
    onPage(async (page, { field, option, holds, expectText }) => {
      await field(w.dish).click()
      await option('Lunch').click()
      await option('Mains').click()
      await assertAccessible(page, `a cascader, open, in ${spoken}`)
      await option('Roast duck').click()
      const whole = { menu: 'm1', course: 'c2', dish: 'd2' }
      await holds(whole, ['Duck'], w.dish, 'Lunch / Mains / Roast duck')
      await field(w.dish).focus()
      await page.keyboard.press('ArrowDown')
      await option('Dinner').waitFor()
      for (const key of ['End', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
      await expectText(w.dish, 'Dinner / Desserts / Sorbet of the day')
      await page.keyboard.press('Backspace')
      await expectText(w.dish, '')
      for (const key of ['ArrowDown', 'Home', 'Enter']) await page.keyboard.press(key)
      await expectText(w.dish, 'Lunch')
      await holds({ menu: 'm1' }, ['Bread', 'Duck'], w.dish, 'Lunch')
    }))

  test(`one of many is found by typing and keeps its name, in ${spoken}`, () =>
    onPage(async (page, { field, option, holds }) => {
      await field(w.chef).click()
      await option('Chef 50').waitFor()
      assert.equal(await option('Chef 61').count(), 0)
      await page.keyboard.type('61')
      await option('Chef 61').click()
      await holds({ chef: '61' }, ['Sorbet'], w.chef, 'Chef 61')
      await field(w.chef).focus()
      await page.keyboard.type('nobody')
      await page.getByText(w.nothing).waitFor()
      await assertAccessible(page, `nothing found, in ${spoken}`)
    }))

  test(`a slow choice shows that it is loading, and a failed one can be tried again, in ${spoken}`, () =>
    onPage(async (page, { field, option, expectText }) => {
      await page.evaluate(`window.slowly.children = 'wait'`)
      await field(w.slow).click()
      await page.locator('[role=listbox][aria-busy=true]').waitFor({ state: 'attached' })
      await assertAccessible(page, `levels on their way, in ${spoken}`)
      await page.evaluate(`window.slowly.children = 'fail'`)
      await page.getByRole('option', { name: w.again }).waitFor()
      await page.getByText(w.failed).waitFor()
      await assertAccessible(page, `levels that could not be loaded, in ${spoken}`)
      await page.evaluate(`window.slowly.children = 'answer'`)
      // The keyboard is on it: Enter tries again.
      await page.keyboard.press('Enter')
      await option('First').waitFor()
      await page.evaluate(`window.slowly.children = 'fail'`)
      await option('First').click()
      await page.getByRole('option', { name: w.again }).waitFor()
      await page.evaluate(`window.slowly.children = 'answer'`)
      await page.getByRole('option', { name: w.again }).click()
      await option('Second').click()
      await expectText(w.slow, 'First / Second')
      await page.evaluate(`window.slowly.find = 'fail'`)
      await page.keyboard.type('x')
      await page.getByRole('option', { name: w.again }).waitFor()
      await page.evaluate(`window.slowly.find = 'answer'`)
      await page.keyboard.press('Enter')
      await page.getByText(w.nothing).waitFor()
      await page.keyboard.press('Escape')
      await expectText(w.slow, 'First / Second')
    }))
}
