import type { CookedStage } from '@brigade/contract/recipe/oven.model.ts'
import { stageEndings } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { z } from 'zod'
import type { Followed, Point } from '../row/cooking.store.ts'

/** A run of an oven, derived from its reports. Times are as reported. */
export type Run = Readonly<{
  id: string
  version: number
  startedAt: string | null
  endedAt: string | null
  stage: number
  isPaused: boolean
  pausedAt: string | null
  stages: readonly CookedStage[]
}>

const Ended = z.array(
  z.object({ Stage: z.number(), By: z.number(), Seconds: z.number().optional(), CoreTemp: z.number().optional() }),
)

const of = (points: readonly Point[], what: Followed): readonly Point[] => points.filter((point) => point.of === what)
const before = (points: readonly Point[], at: string | null) =>
  at === null ? [...points] : points.filter((point) => Date.parse(point.at) < Date.parse(at))
const since = (points: readonly Point[], at: string | null) =>
  at === null ? [...points] : points.filter((point) => Date.parse(point.at) >= Date.parse(at))

type Stretch = Readonly<{ id: string; startedAt: string | null; firstAt: string; endedAt: string | null }>

/**
 * The last stretch of reports in which one recipe cooked. Its beginning is known if another state was reported before.
 */
function lastStretch(points: readonly Point[]): Stretch | undefined {
  const last = points.findLastIndex(({ text }) => (text ?? '') !== '')
  const id = points[last]?.text ?? ''
  if (id === '') return undefined
  let first = last
  while (first > 0 && points[first - 1]?.text === id) first -= 1
  const firstAt = points[first]?.at ?? ''
  return { id, firstAt, startedAt: first > 0 ? firstAt : null, endedAt: points[last + 1]?.at ?? null }
}

/** The run that cooks now or cooked last; undefined: no recipe cooked. `ended`: the oven's report of the stages that ended. */
export function lastRun(points: readonly Point[], ended: unknown): Run | undefined {
  const stretch = lastStretch(of(points, 'id'))
  if (stretch === undefined) return undefined
  const { id, startedAt, endedAt, firstAt } = stretch
  const within = (what: Followed) => before(since(of(points, what), firstAt), endedAt)
  const version = within('version').findLast(({ number }) => (number ?? 0) > 0)?.number ?? 0
  const stages = within('stage')
  const paused = within('paused')
  const isPaused = endedAt === null && paused.at(-1)?.number === 1
  return {
    id,
    version,
    startedAt,
    endedAt,
    stage: endedAt === null ? (stages.at(-1)?.number ?? 0) : 0,
    isPaused,
    pausedAt: isPaused ? beganAt(paused) : null,
    stages: stagesOf(stages, endedAt, ended),
  }
}

/** When the last value was first reported. */
function beganAt(points: readonly Point[]): string | null {
  const last = points.at(-1)
  let first = points.length - 1
  while (first > 0 && points[first - 1]?.number === last?.number) first -= 1
  return points[first]?.at ?? null
}

function stagesOf(points: readonly Point[], endedAt: string | null, output: unknown): CookedStage[] {
  const read = Ended.safeParse(output)
  const ended = new Map((read.success ? read.data : []).map((one) => [one.Stage, one]))
  const begun = new Map<number, string>()
  for (const { number, at } of points) if (number !== null && number > 0 && !begun.has(number)) begun.set(number, at)
  const numbers = [...new Set([...begun.keys(), ...ended.keys()])].toSorted((a, b) => a - b)
  return numbers.map((stage, index): CookedStage => {
    const end = ended.get(stage)
    const next = numbers[index + 1]
    return {
      stage,
      startedAt: begun.get(stage) ?? null,
      endedAt: (next === undefined ? undefined : begun.get(next)) ?? (next === undefined ? endedAt : null),
      endedBy: stageEndings.find(({ value }) => value === end?.By)?.key ?? null,
      seconds: end?.Seconds ?? null,
      coreC: end?.CoreTemp ?? null,
    }
  })
}
