import type { CommandRow } from '@brigade/contract/command/command.model.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import type { UpgradeDeviceRow } from '@brigade/contract/firmware/upgrade-device.model.ts'
import type { Curve as CurveReply } from '@brigade/contract/telemetry/curve.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { WordsOf } from '../../platform/locale.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import type { CurveMark, CurveStretch } from '../../ui/chart/curve-model.ts'
import type { curveText } from './curve.text.ts'

type Span = Readonly<{ fromMs: number; toMs: number }>

type Doors = Readonly<{ series: CurveReply['series'][number]; bucketMs: number }>

/** Faults, door openings, commands and upgrades of a device, as far as its reader may see them. */
export type Happened = Readonly<{
  faults: readonly Pick<FaultRow, 'code' | 'identifier' | 'name' | 'raisedAt' | 'eliminatedAt' | 'closedAt'>[]
  /** The history of its door; undefined if it has none, or the curve has its own. */
  doors: Doors | undefined
  commands: readonly Pick<CommandRow, 'kind' | 'identifier' | 'params' | 'createdAt'>[]
  upgrades: readonly Pick<UpgradeDeviceRow, 'target' | 'offeredAt' | 'endedAt'>[]
}>

type Words = Pick<WordsOf<typeof curveText>, 'faults' | 'doors' | 'openShare' | 'commands' | 'upgrades'>
type Marking = Span & Readonly<{ nowMs: number; locale: Locale; words: Words }>

/** Converts events into the stripes below a curve, which are the same on every curve. */
export function marksOf({ faults, doors, commands, upgrades }: Happened, marking: Marking): CurveMark[] {
  const { nowMs, locale, words } = marking
  const untilOf = (...ends: readonly (string | null)[]): number => {
    const known = ends.flatMap((end) => (end === null ? [] : [Date.parse(end)]))
    return known.length === 0 ? nowMs : Math.min(...known)
  }
  const within = (stretches: readonly CurveStretch[]) => withinSpan(stretches, marking)
  const stripes: readonly Omit<CurveMark, 'look'>[] = [
    {
      key: 'faults',
      name: words.faults,
      colour: '--bad',
      stretches: within(
        faults.map(({ code, identifier, name, raisedAt, eliminatedAt, closedAt }) => ({
          from: Date.parse(raisedAt),
          to: untilOf(eliminatedAt, closedAt),
          label: [code === '' ? identifier : code, name[locale]]
            .filter((one, at, all) => all.indexOf(one) === at)
            .join(' '),
        })),
      ),
    },
    {
      key: 'doors',
      name: words.doors,
      colour: '--chart-4',
      stretches:
        doors === undefined
          ? []
          : withinSpan(
              doors.bucketMs === 0 ? openTimes(doors, marking.toMs) : openShares(doors, marking.toMs, words),
              marking,
              minDoorShare,
            ),
    },
    {
      key: 'commands',
      name: words.commands,
      colour: '--chart-5',
      stretches: within(
        commands
          // A read command does not change the device, so it has no mark.
          .filter(({ kind }) => kind !== 'property.get')
          .map(({ identifier, params, createdAt }) => ({
            from: Date.parse(createdAt),
            to: Date.parse(createdAt),
            label: identifier === '' ? Object.keys(params).join(', ') : identifier,
          })),
      ),
    },
    {
      key: 'upgrades',
      name: words.upgrades,
      colour: '--chart-6',
      stretches: within(
        upgrades.flatMap(({ target, offeredAt, endedAt }) =>
          offeredAt === null ? [] : [{ from: Date.parse(offeredAt), to: untilOf(endedAt), label: target }],
        ),
      ),
    },
  ]
  return stripes.map((mark) => ({ ...mark, look: 'stripe' }))
}

/** The width of an instant, which is just wide enough to be seen. */
const minShare = 1 / 300
/** Doors are opened so often that openings of that width would merge into one stripe. */
const minDoorShare = 1 / 1000

function withinSpan(
  stretches: readonly CurveStretch[],
  { fromMs, toMs }: Span,
  least: number = minShare,
): CurveStretch[] {
  const minMs = (toMs - fromMs) * least
  return stretches
    .map((one) => ({ ...one, from: Math.max(fromMs, one.from), to: Math.min(toMs, one.to) }))
    .filter(({ from, to }) => to >= from && from < toMs)
    .map((one) => ({ ...one, to: Math.min(toMs, Math.max(one.to, one.from + minMs)) }))
    .toSorted((a, b) => a.from - b.from)
}

/** A stretch ends where the door's state becomes unknown. */
const knownUntil = (gaps: readonly CurveStretch[], from: number, to: number): number =>
  gaps.find((gap) => gap.from >= from && gap.from < to)?.from ?? to

/** When a door was open: until it was reported shut, or nothing is known of it. */
function openTimes({ series }: Doors, toMs: number): CurveStretch[] {
  const { time, max, before, gaps } = series
  const reports = [
    ...(before === null ? [] : [{ at: before.time, isOpen: before.value > 0 }]),
    ...time.map((at, index) => ({ at, isOpen: (max[index] ?? 0) > 0 })),
  ]
  return reports.flatMap(({ at, isOpen }, index) =>
    isOpen ? [{ from: at, to: knownUntil(gaps, at, reports[index + 1]?.at ?? toMs) }] : [],
  )
}

/**
 * For buckets longer than most openings: returns the share of each bucket in which the door was open; between buckets
 * with reports all of the time counts if the last one left it open.
 */
function openShares({ series, bucketMs }: Doors, toMs: number, words: Pick<Words, 'openShare'>): CurveStretch[] {
  const { time, timeMean, last, before, gaps } = series
  const first = time[0] ?? toMs
  const lead =
    before !== null && before.value > 0 ? [{ from: before.time, to: knownUntil(gaps, before.time, first) }] : []
  const stretches = time.flatMap((from, index): CurveStretch[] => {
    const share = timeMean?.[index] ?? 0
    const to = Math.min(from + bucketMs, toMs)
    const next = time[index + 1] ?? toMs
    const label = words.openShare({ open: formatDuration(share * (to - from)), of: formatDuration(to - from) })
    return [
      ...(share > 0 ? [{ from, to, share: Math.min(1, share), ...(share < 1 && { label }) }] : []),
      ...(last?.[index] === 1 && next > to ? [{ from: to, to: knownUntil(gaps, to, next) }] : []),
    ]
  })
  return [...lead, ...stretches]
}
