import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Console } from '../support/open-console.ts'

type File = Readonly<{ name: string; mimeType: string; buffer: Buffer }>

/** What a person does on a page: each press, by a finger or by a mouse, counts. */
type Hand = Readonly<{
  page: Page
  press: (target: Locator) => Promise<void>
  /** Presses the field first, unless it has the focus already. */
  type: (target: Locator, text: string) => Promise<void>
  /** Presses what opens the choice of a file, and chooses this one. */
  choose: (target: Locator, file: File) => Promise<void>
}>

export type TaskWalk = Readonly<{
  task: string
  /** By touch on a phone; otherwise by mouse on a desk. */
  isTouch: boolean
  /** As many presses at most. */
  most: number
  as: { token: string }
  start: string
  /** Waits until the first page can be worked with, before anything counts. */
  begins: (page: Page) => Promise<unknown>
  /** Ends when the person sees what was wanted. */
  work: (hand: Hand) => Promise<void>
}>

type Film = Readonly<{
  presses: number
  seconds: number
  /** What was pressed and typed, in order. */
  steps: readonly string[]
  /** From each press and key to the next paint, in milliseconds, as the browser measures it. */
  interactions: readonly number[]
}>

/** Runs in the page: passes on how long each press and key took to be painted. Several events of one interaction are the longest of them. */
const noteInteractions = `(() => {
  const longest = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId === 0 || duration <= (longest.get(interactionId) ?? 0)) continue
      longest.set(interactionId, duration)
      void window.noteInteraction(performance.timeOrigin + ' ' + interactionId, duration)
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
})()`

/** Its role and its name, as a screen reader says them. */
async function nameOf(target: Locator): Promise<string> {
  const [said = ''] = (await target.ariaSnapshot()).split('\n')
  return said.replace(/^- /, '').replace(/:.*$/, '')
}

/** Walks the task once. `slower`: on a processor so many times slower. */
export async function filmed(at: Console, walk: TaskWalk, { slower = 1 } = {}): Promise<Film> {
  const { as, start, isTouch } = walk
  const steps: string[] = []
  const interactions = new Map<string, number>()
  let presses = 0
  let seconds = 0
  await at.inWindow({ as, isTouch, width: isTouch ? 390 : 1440 }, async (page) => {
    await page.exposeFunction('noteInteraction', (id: string, ms: number) => interactions.set(id, ms))
    await page.addInitScript(noteInteractions)
    await page.goto(at.app.url + start)
    await walk.begins(page)
    const session = await page.context().newCDPSession(page)
    if (slower > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const press = async (target: Locator): Promise<void> => {
      await target.waitFor()
      steps.push(`${isTouch ? 'tap' : 'click'} ${await nameOf(target)}`)
      presses += 1
      await (isTouch ? target.tap() : target.click())
    }
    const begun = performance.now()
    await walk.work({
      page,
      press,
      type: async (target, text) => {
        await target.waitFor()
        if ((await target.and(page.locator(':focus')).count()) === 0) await press(target)
        steps.push(`type ${text}`)
        await page.keyboard.type(text)
      },
      choose: async (target, file) => {
        const chooser = page.waitForEvent('filechooser')
        await press(target)
        await (await chooser).setFiles(file)
      },
    })
    seconds = (performance.now() - begun) / 1000
    if (slower > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    // The last press is passed on after its paint.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))')
    await session.detach()
  })
  assert.ok(presses > 0, `${walk.task}: nothing was pressed`)
  return { presses, seconds, steps, interactions: [...interactions.values()] }
}

/** The film in a line: what it took, then each step. */
export const told = ({ task, isTouch }: TaskWalk, { presses, seconds, steps }: Film): string =>
  `${task}: ${presses} ${isTouch ? 'taps' : 'clicks'}, ${seconds.toFixed(1)} s: ${steps.join(', ')}`
