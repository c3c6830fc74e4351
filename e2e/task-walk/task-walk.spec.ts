import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openConsole, type Console } from '../support/open-console.ts'
import { filmed, told, type TaskWalk } from './film.ts'
import { plantWalks, walkSettings } from './walks.ts'

/** The tasks of a day, each within as many taps or clicks as it may take. The films are printed; bench/task-walk.bench.ts times them. */

let at: Console
let walks: readonly TaskWalk[] = []
before(async () => {
  at = await openConsole({ settings: walkSettings })
  walks = await plantWalks(at)
})
after(() => at.stop())

test('each task of a day takes no more taps or clicks than it may', async (t) => {
  assert.ok(walks.length >= 8)
  for (const walk of walks)
    await t.test(walk.task, async (own) => {
      const film = await filmed(at, walk)
      own.diagnostic(told(walk, film))
      assert.ok(film.presses <= walk.most, told(walk, film))
    })
})
