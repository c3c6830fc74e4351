import assert from 'node:assert/strict'
import { z } from 'zod'
import { makeKitchen, roast, textsOf, toCore } from '@brigade/server/testing/recipe/make-recipe.ts'
import type { Page } from 'playwright-core'
import { openConsole } from '../../e2e/support/open-console.ts'
import { percentile } from '../support/percentile.ts'
import type { Figure } from '../run.ts'

const stages = 14
const moves = 60
const rounds = 7

const Metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) })
type Cost = Readonly<{ scripting: number; all: number }>

/** The work of the page's main thread for one drag, in milliseconds a move. */
async function dragCost(page: Page, from: Readonly<{ x: number; y: number }>): Promise<Cost> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const read = async (): Promise<ReadonlyMap<string, number>> => {
    const { metrics } = Metrics.parse(await session.send('Performance.getMetrics'))
    return new Map(metrics.map(({ name, value }) => [name, value]))
  }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const before = await read()
  for (let n = 1; n <= moves; n += 1) {
    // The pointer moves up and down, far enough that each move draws something new.
    await page.mouse.move(from.x, from.y - 3 * Math.min(n, moves - n))
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => done(null)))')
  }
  const after = await read()
  await page.mouse.up()
  await session.detach()
  const passed = (name: string): number => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000) / moves
  return { scripting: passed('ScriptDuration'), all: passed('TaskDuration') }
}

/** Notes every attribute that the editor writes while it is dragged, frame by frame. */
const record = `(() => {
  const svg = document.querySelector('svg:has([data-handle])')
  const all = [...svg.querySelectorAll('*')]
  window.written = []
  window.observer = new MutationObserver((changes) => {
    window.written.push(changes.map(({ target, attributeName }) => [all.indexOf(target), attributeName, target.getAttribute(attributeName)]))
  })
  window.observer.observe(svg, { subtree: true, attributes: true })
})()`

/** The same picture in a page without other scripts: it writes the recorded attributes. */
const replay = `(() => {
  const svg = document.querySelector('svg')
  const all = [...svg.querySelectorAll('*')]
  let isHeld = false
  let frame = 0
  let at = 0
  const draw = () => {
    frame = 0
    for (const [index, name, value] of window.written[at % window.written.length])
      if (value === null) all[index]?.removeAttribute(name)
      else all[index]?.setAttribute(name, value)
    at += 1
  }
  svg.addEventListener('pointerdown', () => { isHeld = true })
  svg.addEventListener('pointerup', () => { isHeld = false })
  svg.addEventListener('pointermove', () => {
    if (isHeld && frame === 0) frame = requestAnimationFrame(draw)
  })
})()`

const middleOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/**
 * Compares dragging one of fourteen stages on the curve of the editor with a script that sets the same attributes
 * without our code.
 */
export async function measure(): Promise<readonly Figure[]> {
  const opened = await openConsole()
  try {
    const kitchen = await makeKitchen(opened.app)
    // The last one ends by the core: how warm the food is has to be followed through all of them.
    const many = Array.from({ length: stages }, (_, index) => ({
      ...(index < stages - 1 ? roast : toCore),
      key: index + 1,
    }))
    const texts = { en: textsOf('Fourteen stages') }
    const { id } = await kitchen.add({ stages: many, texts, languages: ['en'], baseLanguage: 'en' })
    const costs: Readonly<Record<'editor' | 'bare', Cost[]>> = { editor: [], bare: [] }
    const start = `/recipeManage/recipeList/RecipeEdit?id=${id}`
    await opened.inWindow({ as: kitchen, start, width: 1440 }, async (page) => {
      await page
        .locator('[data-handle=temperature]')
        .nth(stages - 1)
        .waitFor({ state: 'attached' })
      const grip = await middleOf(page, '[data-handle=temperature]')
      await page.evaluate(record)
      await dragCost(page, grip)
      const written = z
        .array(z.array(z.tuple([z.number(), z.string(), z.string().nullable()])))
        .parse(await page.evaluate('(window.observer.disconnect(), window.written)'))
      assert.ok(written.length > moves / 3, `${written.length} frames`)
      const picture = await page.evaluate(`document.querySelector('svg:has([data-handle])').outerHTML`)
      const styles = await page.evaluate(
        `[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).join('\\n')`,
      )
      const width = (await page.locator('svg:has([data-handle])').boundingBox())?.width ?? 780
      const bare = await page.context().newPage()
      // The policy of the console's own pages forbids inline styles; this page is not one of them.
      await bare.setContent(
        `<style>${String(styles)}</style><body style="margin:0"><div style="width:${width}px">${String(picture)}</div></body>`,
      )
      await bare.evaluate(`window.written = ${JSON.stringify(written)}`)
      await bare.evaluate(replay)
      const same = await middleOf(bare, '[data-handle=temperature]')
      await dragCost(bare, same)
      for (let round = 0; round < rounds; round += 1) {
        await page.bringToFront()
        costs.editor.push(await dragCost(page, grip))
        await bare.bringToFront()
        costs.bare.push(await dragCost(bare, same))
      }
      await bare.close()
    })
    const figure = (what: string, of: keyof Cost): Figure => {
      const [editor, bare] = [
        percentile(
          costs.editor.map((cost) => cost[of]),
          0.5,
        ),
        percentile(
          costs.bare.map((cost) => cost[of]),
          0.5,
        ),
      ]
      const ms = (value: number) => `${value.toFixed(2)} ms`
      return {
        name: `${what} of a pointer move in an editor with ${stages} stages, against the same picture without our code`,
        measured: ms(editor),
        against: ms(bare),
        ratio: editor / bare,
        goal: 'at most 2',
      }
    }
    return [figure('scripting', 'scripting'), figure('all work', 'all')]
  } finally {
    await opened.stop()
  }
}
