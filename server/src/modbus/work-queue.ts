import type { Unit } from './modbus-unit.ts'

/** Gives the line to others for at least this long, and resolves when it is one's own again. */
export type GiveWay = (ms?: number) => Promise<void>

type Part = () => Promise<void>
type Waiting = Readonly<{ unit: Unit; part: Part; goesOn: boolean }>

/**
 * Work for the units of a line in order. Work that releases the line is done in parts: between them the line is free
 * for other units. Work for one unit is never interleaved.
 */
export function workQueue(wake: () => void) {
  const waiting: Waiting[] = []
  /** Units whose work has released the line, until it has the line again. */
  const held = new Set<Unit>()
  /** Units that are waiting, with the function that resumes each. */
  const paused = new Map<Unit, () => void>()

  function add(unit: Unit, work: (giveWay: GiveWay) => Promise<void>): void {
    let partEnded = (): void => undefined
    const giveWay: GiveWay = (ms = 0) =>
      new Promise((goOn) => {
        const goesOnSoon = () => {
          clearTimeout(timer)
          if (paused.get(unit) !== goesOnSoon) return
          paused.delete(unit)
          const part: Part = () => {
            const ended = partBegins()
            goOn()
            return ended
          }
          waiting.push({ unit, part, goesOn: true })
          wake()
        }
        const timer = setTimeout(goesOnSoon, ms)
        held.add(unit)
        paused.set(unit, goesOnSoon)
        partEnded()
      })
    const partBegins = () => {
      held.delete(unit)
      const { promise, resolve } = Promise.withResolvers<void>()
      partEnded = resolve
      return promise
    }
    waiting.push({
      unit,
      goesOn: false,
      part: () => {
        const ended = partBegins()
        void work(giveWay).finally(() => partEnded())
        return ended
      },
    })
    wake()
  }

  function take(): Part | undefined {
    const at = waiting.findIndex(({ unit, goesOn }) => goesOn || !held.has(unit))
    return at === -1 ? undefined : waiting.splice(at, 1)[0]?.part
  }

  return {
    add,
    take,
    isHeld: (unit: Unit): boolean => held.has(unit),
    /** Lets work that has begun finish on the closed line; the rest is dropped. */
    end: async (): Promise<void> => {
      for (;;) {
        for (const goOn of paused.values()) goOn()
        const at = waiting.findIndex(({ goesOn }) => goesOn)
        const next = at === -1 ? undefined : waiting.splice(at, 1)[0]
        if (next === undefined) return
        await next.part()
      }
    },
  }
}
