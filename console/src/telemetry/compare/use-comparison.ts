import type { Comparable, Comparison } from '@brigade/contract/telemetry/compare.model.ts'
import type { NumberType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useMemo } from 'react'
import { formatDay, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { shownUnit, toShown } from '../../device/view/shown-value.ts'
import { lookOf, type Lines } from '../../ui/lines/lines-model.ts'
import type { ComparedSpan } from './compare-search.ts'
import { compareText } from './compare.text.ts'

export type Property = Comparable['properties'][number]

/** A device of the comparison, with its figures in the viewer's units. */
export type ComparedRow = Readonly<{
  id: string
  sn: string
  /** The name of the device, or its serial number. */
  name: string
  /** Null if it is not compared, or has no reports. */
  min: number | null
  mean: number | null
  max: number | null
  points: number
  standing: Comparison['devices'][number]['standing']
  /** The unit in the device's own model. */
  unit: string
}>

export type Compared = Readonly<{ lines: Lines; rows: readonly ComparedRow[]; unit: string; digits: number }>

/** Numbers of a unit, to be shown in the viewer's. */
const numbersOf = (unit: string): NumberType => ({ type: 'double', min: 0, max: 1, unit })

/** The answer as lines and rows, in the viewer's units; undefined until it is there. */
export function useComparison(
  data: Comparison | undefined,
  property: Property | undefined,
  { fromMs, toMs, by }: ComparedSpan,
): Compared | undefined {
  const w = useWords(compareText)
  const locale = useLocale()
  const units = useUnits()
  return useMemo(() => {
    if (data === undefined || property === undefined) return undefined
    const type = numbersOf(data.unit ?? '')
    const show = (value: number | null): number | null => (value === null ? null : toShown(type, value, units))
    const nameOf = ({ name, sn }: { name: string; sn: string }): string => (name === '' ? sn : name)
    const compared = data.devices.filter(({ standing }) => standing === 'compared')
    const name = property.name[locale]
    const format = by === 'day' ? formatDay : (time: number) => formatTime(time).slice(0, 16)
    return {
      unit: shownUnit(type, units),
      digits: Math.min(2, property.decimals),
      rows: data.devices.map((device): ComparedRow => ({
        id: device.id,
        sn: device.sn,
        name: nameOf(device),
        min: show(device.whole?.min ?? null),
        mean: show(device.whole?.mean ?? null),
        max: show(device.whole?.max ?? null),
        points: device.whole?.points ?? 0,
        standing: device.standing,
        unit: shownUnit(numbersOf(device.unit ?? ''), units),
      })),
      lines: {
        label: w.label({ name, count: compared.length, from: formatTime(fromMs), to: formatTime(toMs) }),
        unit: shownUnit(type, units),
        digits: Math.min(2, property.decimals),
        times: data.time,
        to: toMs,
        format,
        lines: compared.map((device, index) => ({
          key: device.id,
          name: nameOf(device),
          note: device.sn,
          ...lookOf(index),
          values: device.mean.map(show),
          low: device.min.map(show),
          high: device.max.map(show),
          whole: show(device.whole?.mean ?? null),
        })),
      },
    }
  }, [data, property, fromMs, toMs, by, locale, units, w])
}
