import { openConsole } from '../e2e/support/open-console.ts'
import { filmed } from '../e2e/task-walk/film.ts'
import { plantWalks, walkSettings } from '../e2e/task-walk/walks.ts'
import type { Figure } from './run.ts'

const limitMs = 200
const slower = 4

/** Each task of a day on a processor four times slower: from the slowest of its presses and keys to the next paint, as the browser measures it. */
export async function* measure(): AsyncIterable<Figure> {
  const opened = await openConsole({ settings: walkSettings })
  try {
    for (const walk of await plantWalks(opened)) {
      const { presses, seconds, interactions } = await filmed(opened, walk, { slower })
      const worst = Math.max(...interactions)
      yield {
        name: `${walk.task} (${presses} ${walk.isTouch ? 'taps' : 'clicks'}, ${seconds.toFixed(1)} s): interaction to next paint at ${slower}x slower CPU`,
        measured: interactions.length === 0 ? 'under 16 ms' : `${worst} ms`,
        against: `${limitMs} ms`,
        ratio: interactions.length === 0 ? 0 : worst / limitMs,
        goal: 'at most 1',
      }
    }
  } finally {
    await opened.stop()
  }
}
