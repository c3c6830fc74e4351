import { minuteMs } from '@brigade/contract/time.ts'
import type { CurvePoint } from '../../ui/chart/curve-model.ts'
import type { Gap } from '../../ui/chart/curve-gaps.ts'
import { stageBands, type Run, type StageBand } from './oven-run.ts'

/** A stage holds the plan of its recipe. Null means that the recipe does not determine the value in advance. */
export type CookStage = Readonly<{
  name: string
  minutes: number | null
  /** The stage starts and ends at these temperatures of the chamber. */
  fromC: number | null
  toC: number | null
}>

/** The plan belongs to a run that cooks a recipe. */
export type CookPlan = Readonly<{
  name: string
  from: number
  /** Null while it continues. */
  to: number | null
  preheatC: number | null
  stages: readonly CookStage[]
}>

/** The run that a curve shows is the one that the plan is of. */
export const isOfRun = ({ from, to }: CookPlan, run: Run): boolean =>
  from < (run.to ?? Number.POSITIVE_INFINITY) && (to ?? Number.POSITIVE_INFINITY) > run.from

export type CookBand = Omit<StageBand, 'plan'> & Readonly<{ plan: CookStage | null }>

/** The stages of a run by their recipe. Stages after one with an unknown duration cannot be placed and are left out. */
export function cookBands(
  plan: CookPlan,
  reports: Omit<Parameters<typeof stageBands>[0], 'plan'>,
): readonly CookBand[] {
  const stages = plan.stages.map(({ minutes }) => ({ mode: 0, temperatureC: 0, minutes: minutes ?? 0 }))
  const placed = stageBands({ ...reports, plan: stages })
  // When the oven does not report the remaining time of the current stage, the plan provides it.
  const current = placed.find(({ when }) => when === 'current')
  const planned = current === undefined ? null : (plan.stages[current.number - 1]?.minutes ?? null)
  const isReported = (reports.remainingMs ?? 0) > 0
  const remainingMs =
    isReported || current === undefined || planned === null
      ? reports.remainingMs
      : Math.max(0, current.from + planned * minuteMs - reports.nowMs)
  const bands = isReported ? placed : stageBands({ ...reports, remainingMs, plan: stages })
  const now = bands.find(({ when }) => when === 'current')?.number ?? 0
  // The oven may know better than the recipe how long the present stage still takes.
  const unknown = plan.stages.findIndex(
    ({ minutes }, index) => minutes === null && index + 1 >= (isReported ? now + 1 : now),
  )
  return bands
    .filter(({ when, number }) => when !== 'next' || unknown === -1 || number <= unknown)
    .map((band) => ({ ...band, plan: plan.stages[band.number - 1] ?? null }))
}

/**
 * Places the plan of each stage at the actual start of the stage. A stage that overruns shows its planned end, and the later
 * stages do not move. A slope has one value a minute.
 */
export function planLine(
  plan: CookPlan,
  bands: readonly CookBand[],
  show: (celsius: number) => number,
): { points: readonly CurvePoint[]; gaps: readonly Gap[] } {
  const points: CurvePoint[] = []
  const gaps: Gap[] = []
  let end: number | null = null
  for (const band of bands) {
    const { from, number } = band
    const fromC = number === 0 ? plan.preheatC : (band.plan?.fromC ?? null)
    const toC = number === 0 ? plan.preheatC : (band.plan?.toC ?? null)
    const minutes = number === 0 ? null : (band.plan?.minutes ?? null)
    const plannedEnd = minutes === null ? band.to : from + minutes * minuteMs
    const until = Math.min(plannedEnd, band.to)
    if (fromC === null || toC === null || until <= from) continue
    if (end !== null && from > end) gaps.push({ from: end, to: from })
    const span = Math.max(plannedEnd - from, 1)
    const steps = fromC === toC ? 1 : Math.max(1, Math.ceil((until - from) / minuteMs))
    for (let step = 0; step <= steps; step += 1) {
      const at = from + ((until - from) * step) / steps
      points.push([at, show(fromC + ((toC - fromC) * (at - from)) / span)])
    }
    end = until
  }
  return { points, gaps }
}
