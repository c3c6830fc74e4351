import { percentile } from './percentile.ts'
import type { Figure } from '../run.ts'

const ms = (value: number) => `${value.toFixed(1)} ms`
const warmUps = 20

type FigureInput = Readonly<{
  /** Name of the list, for example `100,000 accounts, by name`. */
  name: string
  rounds: number
  /** The list as the console asks for it. */
  http: () => Promise<unknown>
  /** The statements that it needs, by themselves. */
  sql: () => Promise<unknown>
}>

/** The median of a list through HTTP beside that of its SQL alone; done.md allows 1.5 times and 3 ms. */
export async function listFigure({ name, rounds, http, sql }: FigureInput): Promise<Figure> {
  const took: Readonly<Record<'http' | 'sql', number[]>> = { http: [], sql: [] }
  for (let round = 0; round < warmUps; round += 1) await Promise.all([http(), sql()])
  // Both are measured in turns, so that a busy moment of the machine affects both.
  for (let round = 0; round < rounds; round += 1)
    for (const [kind, run] of [['http', http] as const, ['sql', sql] as const]) {
      const from = performance.now()
      await run()
      took[kind].push(performance.now() - from)
    }
  const [measured, bare] = [percentile(took.http, 0.5), percentile(took.sql, 0.5)]
  return {
    name: `p50 of ${name}, HTTP against the same SQL alone`,
    measured: ms(measured),
    against: ms(bare),
    ratio: measured / bare,
    goal: `1.5 and 3 ms, here ${ms(bare * 1.5 + 3)}`,
  }
}
