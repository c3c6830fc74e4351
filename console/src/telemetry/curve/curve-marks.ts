import type { CommandRow } from '@brigade/contract/command/command.model.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import type { UpgradeDeviceRow } from '@brigade/contract/firmware/upgrade-device.model.ts'
import type { Curve as CurveReply } from '@brigade/contract/telemetry/curve.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { WordsOf } from '../../platform/locale.ts'
import type { CurveMark, CurveStretch } from '../../ui/chart/curve-model.ts'
import type { curveText } from './curve.text.ts'

type Span = Readonly<{ fromMs: number; toMs: number }>

/** Faults, door openings, commands and upgrades of a device, as far as its reader may see them. */
export type Happened = Readonly<{
  faults: readonly Pick<FaultRow, 'code' | 'identifier' | 'name' | 'raisedAt' | 'eliminatedAt' | 'closedAt'>[]
  /** The history of its door; undefined if it has none, or the curve has its own. */
  doors: CurveReply['series'][number] | undefined
  commands: readonly Pick<CommandRow, 'kind' | 'identifier' | 'params' | 'createdAt'>[]
  upgrades: readonly Pick<UpgradeDeviceRow, 'target' | 'offeredAt' | 'endedAt'>[]
}>

type Words = Pick<WordsOf<typeof curveText>, 'faults' | 'doors' | 'commands' | 'upgrades'>
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
      stretches: doors === undefined ? [] : within(openTimes(doors, marking.toMs)),
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

/** An instant is as wide as can be seen. */
const minShare = 1 / 300

function withinSpan(stretches: readonly CurveStretch[], { fromMs, toMs }: Span): CurveStretch[] {
  const minMs = (toMs - fromMs) * minShare
  return stretches
    .map((one) => ({ ...one, from: Math.max(fromMs, one.from), to: Math.min(toMs, one.to) }))
    .filter(({ from, to }) => to >= from && from < toMs)
    .map((one) => ({ ...one, to: Math.min(toMs, Math.max(one.to, one.from + minMs)) }))
    .toSorted((a, b) => a.from - b.from)
}

/**
 * Returns when a door was open: until it was reported shut, or nothing is known of it. In a bucket it was open if it
 * was open at any time.
 */
function openTimes({ time, max, before, gaps }: CurveReply['series'][number], toMs: number): CurveStretch[] {
  const reports = [
    ...(before === null ? [] : [{ at: before.time, isOpen: before.value > 0 }]),
    ...time.map((at, index) => ({ at, isOpen: (max[index] ?? 0) > 0 })),
  ]
  return reports.flatMap(({ at, isOpen }, index) => {
    if (!isOpen) return []
    const next = reports[index + 1]?.at ?? toMs
    const gap = gaps.find(({ from }) => from >= at && from < next)
    return [{ from: at, to: gap?.from ?? next }]
  })
}
