import { once } from 'node:events'
import { forkRole } from '../process/fork-role.ts'
import type { TestApp } from '../start-app.ts'

/** A connector in a process of its own, which is killed and started again on another port. */
export type KilledConnector = Readonly<{
  port: () => number
  /** How many times it was killed. */
  kills: () => number
  kill: () => Promise<void>
  stop: () => Promise<void>
}>

export async function startKilledConnector(app: TestApp): Promise<KilledConnector> {
  let { child, port } = await forkRole(app, 'connector')
  let kills = 0
  const end = async () => {
    // A process that has ended reports this only once.
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  /** Starts and stops run one after another: a stop during a start would leave the next connector running. */
  let last: Promise<void> = Promise.resolve()
  const next = (act: () => Promise<void>): Promise<void> => {
    const done = last.then(act)
    // The caller receives the error.
    last = done.catch(() => undefined)
    return done
  }
  return {
    port: () => port,
    kills: () => kills,
    kill: () =>
      next(async () => {
        kills += 1
        await end()
        ;({ child, port } = await forkRole(app, 'connector'))
      }),
    stop: () => next(end),
  }
}

/** Kills the connector once after this many steps. `over` resolves when the next one listens. */
export function killAfter(connector: KilledConnector, steps: readonly number[]) {
  let taken = 0
  let going: Promise<void> = Promise.resolve()
  return {
    onStep: () => {
      taken += 1
      if (!steps.includes(taken)) return
      going = going.then(() => connector.kill())
      // `over` reports it; a caller that gives up earlier ignores it.
      going.catch(() => undefined)
    },
    over: () => going,
  }
}
