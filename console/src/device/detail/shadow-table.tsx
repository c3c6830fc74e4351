import type { ShadowEntry } from '@brigade/contract/device/device.model.ts'
import { isWritable } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useMemo } from 'react'
import { formatDuration } from '../../platform/duration.ts'
import { formatClock, formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { IconButton } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { sayValue, splitValue } from '../shown-value.ts'
import { useNow } from '../use-now.ts'
import { WaitRing } from '../wait-ring.tsx'
import { shadowText } from './detail.text.ts'
import { propertyOf, type DeviceView } from './device-view.ts'
import css from './shadow-table.module.css'

type Props = {
  view: DeviceView
  fresh: ReadonlySet<string>
  onRefresh: () => void
  /** Goes to the field of a property in the command panel; absent where no command can be sent. */
  onControl?: ((identifier: string) => void) | undefined
}

/** The latest value of every property, in the order of the thing model; what just changed carries a bar. */
export function ShadowTable({ view, fresh, onRefresh, onControl }: Props) {
  const w = useWords(shadowText)
  const locale = useLocale()
  const units = useUnits()
  const { model } = view
  const columns = useMemo((): readonly Column<ShadowEntry>[] => {
    const reading = { locale, units }
    const of = (entry: ShadowEntry) => propertyOf({ model }, entry.identifier)
    return [
      {
        key: 'identifier',
        title: w.identifier,
        width: 146,
        cell: (entry) => <span className={`mono ${css.identifier}`}>{entry.identifier}</span>,
      },
      { key: 'name', title: w.name, cell: (entry) => of(entry)?.name[locale] },
      {
        key: 'value',
        title: w.value,
        // A date and its time fit.
        width: 150,
        align: 'end',
        cell: (entry) => {
          const property = of(entry)
          return (
            <b className={css.value}>
              {property === undefined
                ? JSON.stringify(entry.value)
                : splitValue(property.dataType, entry.value, reading).text}
            </b>
          )
        },
      },
      {
        key: 'unit',
        title: '',
        width: 40,
        cell: (entry) => {
          const property = of(entry)
          return (
            <span className={css.unit}>
              {property === undefined ? null : splitValue(property.dataType, entry.value, reading).unit}
            </span>
          )
        },
      },
      {
        key: 'time',
        title: w.deviceTime,
        width: 148,
        dim: true,
        cell: (entry) => <span className="time">{formatTime(entry.deviceTime)}</span>,
      },
      {
        key: 'desired',
        title: w.desired,
        width: 148,
        cell: (entry) => {
          const property = of(entry)
          if (entry.desired === null) return <span className="faint">-</span>
          const value =
            property === undefined
              ? JSON.stringify(entry.desired.value)
              : sayValue(property.dataType, entry.desired.value, reading)
          return <Pending value={value} since={entry.desired.since} />
        },
      },
      {
        key: 'control',
        title: '',
        width: 44,
        align: 'end',
        overflows: true,
        cell: (entry) => {
          const property = of(entry)
          if (property === undefined || !isWritable(property) || onControl === undefined) return <span />
          return (
            <IconButton
              size="small"
              icon="adjust"
              label={w.setProperty({ name: property.name[locale] })}
              onClick={() => onControl(entry.identifier)}
            />
          )
        },
      },
    ]
  }, [model, locale, units, w, onControl])

  const shadow = view.shadow
  const note =
    shadow === null
      ? undefined
      : w.version({ version: formatNumber(shadow.version), time: formatClock(shadow.reportedAt) })
  return (
    <Panel title={w.title} note={note} actions={<IconButton icon="refresh" label={w.refresh} onClick={onRefresh} />}>
      {shadow === null ? (
        <div className={css.waiting} aria-busy="true" />
      ) : shadow.entries.length === 0 ? (
        <EmptyPanel title={w.emptyTitle} hint={w.empty} icon="table" />
      ) : (
        <PlainTable
          label={w.title}
          columns={columns}
          rows={shadow.entries}
          rowKey={(entry) => entry.identifier}
          fresh={fresh}
        />
      )}
    </Panel>
  )
}

/** A value sent and not yet reported back, with its age. */
function Pending({ value, since }: { value: string; since: string }) {
  const w = useWords(shadowText)
  const ageMs = Math.max(0, useNow(1000) - Date.parse(since))
  return (
    <span className={css.pending}>
      <WaitRing share={ageMs / 60_000} />
      <b>{value}</b>
      <span className={css.age}>{w.pending({ duration: formatDuration(ageMs) })}</span>
    </span>
  )
}
