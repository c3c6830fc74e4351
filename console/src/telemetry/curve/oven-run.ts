import { minuteMs } from '@brigade/contract/time.ts'
import type { Curve } from '@brigade/contract/telemetry/curve.model.ts'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import type { PlannedStage } from '../../device/view/planned-stages.ts'

type Series = Omit<Curve['series'][number], 'gaps' | 'held' | 'before'>

/** A run of an oven, from the first preheating or cooking to the last. `to` is null while it continues. */
export type Run = { from: number; to: number | null }

const isRunning = (state: number): boolean =>
  state === workStateNumber.preheating || state === workStateNumber.cooking || state === workStateNumber.completed
export const isHeating = (state: number): boolean =>
  state === workStateNumber.preheating || state === workStateNumber.cooking

/** The newest run in a curve of `WorkState`; a completed programme that waits for its door ends the run it completed. */
export function newestRun(states: Series | undefined): Run | null {
  if (states === undefined) return null
  const { time, min, max } = states
  let last = time.length - 1
  while (last >= 0 && !isHeating(max[last] ?? 0)) last -= 1
  if (last < 0) return null
  let first = last
  while (
    first > 0 &&
    isRunning(min[first - 1] ?? 0) &&
    isRunning(max[first - 1] ?? 0) &&
    min[first - 1] !== workStateNumber.completed
  )
    first -= 1
  const isOpen = last === time.length - 1
  return { from: time[first] ?? 0, to: isOpen ? null : (time[last + 1] ?? null) }
}

/** One stage on the axis of time. Number 0 is the preheating before the first. */
export type StageBand = {
  number: number
  from: number
  to: number
  when: 'past' | 'current' | 'next'
  plan: PlannedStage | null
}

type RunReports = {
  run: Run
  stages: Series | undefined
  plan: readonly PlannedStage[]
  /** The remaining time of the current stage, as the device reports it. */
  remainingMs: number | null
  nowMs: number
}

type Turn = Readonly<{ number: number; at: number }>

/** A first stage that begins later than this after the run was preheated for. */
const atOnceMs = 30_000

/**
 * Returns since when each stage ran. An oven reports changes: while it preheats it may not report again that no stage
 * runs. The time before the first stage is preheating, not that stage.
 */
function turnsOf(run: Run, stages: Series | undefined): readonly Turn[] {
  const turns: Turn[] = []
  for (const [index, at] of (stages?.time ?? []).entries()) {
    const number = Math.round(stages?.max[index] ?? 0)
    if (at < run.from || (run.to !== null && at >= run.to) || turns.at(-1)?.number === number) continue
    const isFirst = turns.length === 0
    const isPreheated = isFirst && number === 1 && at > run.from + atOnceMs
    if (isPreheated) turns.push({ number: 0, at: run.from })
    turns.push({ number, at: isFirst && !isPreheated ? run.from : at })
  }
  return turns
}

/** The past stages of a run as they were reported, and the next ones as planned. */
export function stageBands({ run, stages, plan, remainingMs, nowMs }: RunReports): StageBand[] {
  const turns = turnsOf(run, stages)
  const bands: StageBand[] = turns.map((turn, index) => {
    const next = turns[index + 1]
    const isLast = next === undefined
    const isCurrent = isLast && run.to === null
    const end = next?.at ?? run.to ?? Math.max(nowMs, nowMs + (remainingMs ?? 0))
    return {
      number: turn.number,
      from: turn.at,
      to: end,
      when: isCurrent ? 'current' : 'past',
      plan: plan[turn.number - 1] ?? null,
    }
  })
  const current = bands.at(-1)
  if (run.to !== null || current === undefined) return bands
  let from = current.to
  for (const [index, stage] of plan.entries()) {
    if (index + 1 <= current.number || stage.minutes === 0) continue
    const to = from + stage.minutes * minuteMs
    bands.push({ number: index + 1, from, to, when: 'next', plan: stage })
    from = to
  }
  return bands
}
