import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { chartsOf } from './curve-axes.ts'
import { propertyOf, valueOf, type DeviceView } from '../../device/view/device-view.ts'

/** Decides which properties the curve of the overview requests, and how each is drawn. */
export type PlannedSeries = {
  identifier: string
  colour: `--${string}`
  weight: number
  axis: 'left' | 'right'
  role: 'reading' | 'set' | 'hidden'
  /** The short name from the texts of the detail page; by default the name in the model. */
  word?: 'chamber' | 'core' | 'humidity' | 'cabinet' | 'evaporator'
  /** Half the width of the tolerance around a set value, °C. */
  toleranceC?: number
}
export type CurvePlan = { what: 'oven' | 'cooler' | 'other'; series: readonly PlannedSeries[] }

/** A set value counts as kept within this of it: combi ovens regulate within 8 °C. */
const ovenToleranceC = 8
/** A device from another manufacturer shows at most this many readings. */
const maxOthers = 3

const oven: readonly PlannedSeries[] = [
  { identifier: 'ChamberTemp', colour: '--heat', weight: 1.75, axis: 'left', role: 'reading', word: 'chamber' },
  { identifier: 'CoreTemp', colour: '--chart-1', weight: 2.25, axis: 'left', role: 'reading', word: 'core' },
  { identifier: 'Humidity', colour: '--chart-3', weight: 1.25, axis: 'right', role: 'reading', word: 'humidity' },
  { identifier: 'SetTemp', colour: '--heat', weight: 1, axis: 'left', role: 'set', toleranceC: ovenToleranceC },
  { identifier: 'CurStage', colour: '--ink-4', weight: 1, axis: 'left', role: 'hidden' },
]
const cooler: readonly PlannedSeries[] = [
  { identifier: 'CabinetTemp', colour: '--cold', weight: 2.25, axis: 'left', role: 'reading', word: 'cabinet' },
  {
    identifier: 'EvaporatorTemp',
    colour: '--chart-6',
    weight: 1.25,
    axis: 'left',
    role: 'reading',
    word: 'evaporator',
  },
  { identifier: 'SetPoint', colour: '--cold', weight: 1, axis: 'left', role: 'set' },
]
/** Readings without a colour of their own use these; the warm and cold colours are reserved. */
const others = ['--chart-5', '--chart-4', '--chart-6', '--chart-1', '--chart-3', '--heat'] as const

/**
 * Assigns a colour to each property. Chamber, core, cabinet and the others of the overview keep theirs everywhere; the
 * rest get the remaining colours in order.
 */
export function coloursOf(identifiers: readonly string[]): ReadonlyMap<string, `--${string}`> {
  const own = [...oven, ...cooler]
  const colours = new Map<string, `--${string}`>()
  const isTaken = (colour: string): boolean => [...colours.values()].some((taken) => taken === colour)
  for (const identifier of identifiers) {
    const colour = own.find((planned) => planned.identifier === identifier && planned.role !== 'set')?.colour
    if (colour !== undefined) colours.set(identifier, colour)
  }
  for (const identifier of identifiers) {
    if (colours.has(identifier)) continue
    colours.set(identifier, others.find((colour) => !isTaken(colour)) ?? '--chart-4')
  }
  return colours
}

/** Plans the curves of a device by the content of its model, not by its name. */
export function curvePlan(view: Pick<DeviceView, 'model' | 'shadow'>): CurvePlan {
  const has = (planned: PlannedSeries): boolean => propertyOf(view, planned.identifier) !== undefined
  if (propertyOf(view, 'ChamberTemp') !== undefined) return { what: 'oven', series: oven.filter(has) }
  if (propertyOf(view, 'CabinetTemp') !== undefined) {
    const differential = valueOf(view, 'SetDifferential')
    return {
      what: 'cooler',
      series: cooler
        .filter(has)
        .map((planned) =>
          planned.role === 'set' && typeof differential === 'number'
            ? { ...planned, toleranceC: differential }
            : planned,
        ),
    }
  }
  const numbers = (view.model?.properties ?? []).filter((property: Property) => isNumberType(property.dataType))
  // Only as many as one chart can show without two units at one axis.
  const sides = chartsOf(numbers)[0]?.sides ?? new Map<string, 'left' | 'right'>()
  const shown = numbers.filter(({ identifier }) => sides.has(identifier)).slice(0, maxOthers)
  const colours = coloursOf(shown.map(({ identifier }) => identifier))
  return {
    what: 'other',
    series: shown.map(({ identifier }) => ({
      identifier,
      colour: colours.get(identifier) ?? '--chart-4',
      weight: 1.75,
      axis: sides.get(identifier) ?? 'left',
      role: 'reading',
    })),
  }
}
