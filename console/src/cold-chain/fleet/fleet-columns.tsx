import type { TemperatureVerdict } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import type { FleetRow } from '@brigade/contract/cold-chain/fleet.model.ts'
import { useMemo } from 'react'
import { CustomerLink } from '../../customer/customer-link.tsx'
import { DeviceCurveLink, snColumn } from '../../device/view/device-link.tsx'
import { emptyValue, formatNumber, formatShare, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { useUnits } from '../../platform/units.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { StateBadge, type StateShapeName } from '../../ui/icon/state-shape.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { fleetText, verdictText } from './fleet.text.ts'

const shapeOf: Readonly<Record<TemperatureVerdict, StateShapeName>> = {
  clear: 'completed',
  excursions: 'error',
  partly: 'standby',
  unknown: 'offline',
  noLimits: 'draft',
  notMeasured: 'disabled',
}

/** Whether it is outside its limits, online or away, and since when. */
function Now({ row }: { row: FleetRow }) {
  const w = useWords(fleetText)
  const nowMs = useNow(10_000)
  const since = (at: string | null) => (at === null ? undefined : formatDuration(nowMs - Date.parse(at)))
  if (row.runningSince !== null) return <StateBadge shape="error" word={w.outside} fact={since(row.runningSince)} />
  if (!row.enabled) return <StateBadge shape="disabled" word={w.disabled} />
  if (row.onlineChangedAt === null) return <StateBadge shape="offline" word={w.neverSeen} />
  return (
    <StateBadge
      shape={row.online ? 'online' : 'offline'}
      word={row.online ? w.online : w.offline}
      fact={since(row.onlineChangedAt)}
    />
  )
}

function VerdictBadge({ verdict }: { verdict: TemperatureVerdict }) {
  const w = useWords(verdictText)
  return <StateBadge shape={shapeOf[verdict]} word={w[verdict]} />
}

type Period = Readonly<{ from: string; to: string }>

/** Columns of one look at the list: the period is that of its rows. */
export function useFleetColumns(period: Period | undefined): readonly Column<FleetRow>[] {
  const what = useDeviceColumns()
  const now = useNowColumns()
  const judged = useJudgedColumns(period)
  return useMemo(() => [...what, ...now, ...judged], [what, now, judged])
}

/** Which refrigerator it is, and whose. */
function useDeviceColumns(): readonly Column<FleetRow>[] {
  const w = useWords(fleetText)
  const locale = useLocale()
  return useMemo(
    () => [
      snColumn(w.sn, ({ id, sn }) => ({ kind: 'cooler', id, sn })),
      { key: 'name', title: w.name, width: 150, isExtra: true, cell: ({ name }) => name },
      { key: 'model', title: w.model, width: 150, isExtra: true, cell: ({ product }) => product.name[locale] },
      {
        key: 'customer',
        onPhone: 'more',
        title: w.customer,
        cell: ({ customer }) => <CustomerLink id={customer.id}>{customer.name}</CustomerLink>,
      },
      { key: 'address', title: w.address, width: 200, isExtra: true, dim: true, cell: ({ address }) => address },
    ],
    [w, locale],
  )
}

/** Temperatures in the unit of the person. */
function useDegrees() {
  const units = useUnits()
  return useMemo(() => {
    const number = (celsius: number | null): string =>
      celsius === null ? emptyValue : formatNumber(units.temperature(celsius), 1)
    return {
      one: (celsius: number): string => `${number(celsius)} ${units.temperatureUnit}`,
      both: (low: number | null, high: number | null): string | null =>
        low === null && high === null ? null : `${number(low)} – ${number(high)} ${units.temperatureUnit}`,
    }
  }, [units])
}

function useNowColumns(): readonly Column<FleetRow>[] {
  const w = useWords(fleetText)
  const degrees = useDegrees()
  return useMemo(
    () => [
      {
        key: 'urgency',
        onPhone: 'state',
        title: w.state,
        width: 176,
        sortable: true,
        cell: (row) => <Now row={row} />,
      },
      {
        key: 'temperature',
        onPhone: 'more',
        title: w.temperature,
        width: 112,
        align: 'end',
        cell: ({ temperature, online }) =>
          temperature === null ? null : (
            <Text tone={online ? undefined : 'ink-3'} tabular title={w.asOf({ time: formatTime(temperature.at) })}>
              {degrees.one(temperature.value)}
            </Text>
          ),
      },
      {
        key: 'limits',
        title: w.limits,
        width: 128,
        isExtra: true,
        align: 'end',
        cell: ({ lowC, highC }) => degrees.both(lowC, highC),
      },
    ],
    [w, degrees],
  )
}

/** The known part of the period, and the conclusions from it. */
function useJudgedColumns(period: Period | undefined): readonly Column<FleetRow>[] {
  const w = useWords(fleetText)
  const degrees = useDegrees()
  const [from, to] = [period?.from, period?.to]
  return useMemo(
    () => [
      {
        key: 'coverage',
        title: w.coverage,
        width: 128,
        align: 'end',
        sortable: true,
        cell: ({ coverage, days }) =>
          coverage === null ? null : (
            <Text tabular title={w.ofDays(days)}>
              {formatShare(coverage.judgedMs, coverage.spanMs)}
              {days.evaluated < days.all ? ` · ${days.evaluated}/${days.all}` : ''}
            </Text>
          ),
      },
      {
        key: 'excursions',
        title: w.excursions,
        width: 112,
        align: 'end',
        sortable: true,
        cell: ({ id, excursions }) =>
          excursions === null ? null : excursions === 0 || from === undefined || to === undefined ? (
            formatNumber(excursions)
          ) : (
            <DeviceCurveLink kind="cooler" id={id} isTemperature span={{ startTime: from, endTime: to }}>
              {formatNumber(excursions)}
            </DeviceCurveLink>
          ),
      },
      {
        key: 'longest',
        title: w.longest,
        width: 112,
        align: 'end',
        sortable: true,
        cell: ({ longestMs }) => (longestMs === null ? null : formatDuration(longestMs)),
      },
      {
        key: 'range',
        title: w.range,
        width: 144,
        isExtra: true,
        align: 'end',
        cell: ({ minC, maxC }) => degrees.both(minC, maxC),
      },
      { key: 'verdict', title: w.verdict, width: 144, cell: ({ verdict }) => <VerdictBadge verdict={verdict} /> },
    ],
    [w, degrees, from, to],
  )
}
