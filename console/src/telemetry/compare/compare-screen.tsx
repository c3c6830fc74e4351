import { minuteMs } from '@brigade/contract/time.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CallError } from '../../platform/call-error.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { ask } from '../../platform/query.ts'
import { useNow } from '../../platform/time/use-now.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import { Button } from '../../ui/button/button.tsx'
import { LinesPanel } from '../../ui/lines/lines-panel.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import pageCss from '../../ui/page/page.module.css'
import { listPath } from '../../device/view/device-address.ts'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { CompareControls } from './compare-controls.tsx'
import { CompareSearch, comparedSpan, type ComparedSpan } from './compare-search.ts'
import { compareText } from './compare.text.ts'
import { ComparedDevices } from './compared-devices.tsx'
import { DeviceChoice } from './device-choice.tsx'
import { useComparedMarks } from './use-compared-marks.ts'
import { useComparison } from './use-comparison.ts'

type Props = { kind: DeviceKind }

/** One property of many devices, a line each. The address holds the devices, the property, the step, the span and the order of the table. */
export function CompareScreen({ kind }: Props) {
  const w = useWords(compareText)
  const [search, change] = useListSearch(CompareSearch, 'device.compare')
  const ids = useMemo(() => [...new Set(search.ids?.split(',') ?? [])], [search.ids])
  const comparable = useQuery({
    ...ask(telemetryCalls[kind].comparable, { ids }, { quiet: true }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const known = comparable.data?.devices.filter(({ id }) => ids.includes(id)) ?? []
  const choose = (next: readonly string[]): void => change({ ids: next.join(','), pageNum: undefined })
  const choice = <DeviceChoice kind={kind} ids={ids} known={known} onChange={choose} />
  const hasFailed = ids.length > 0 && comparable.error !== null
  return (
    <>
      <div className={pageCss.title}>
        <h1>{w.title}</h1>
        <Button icon="arrow-left" onClick={() => go(listPath[kind])}>
          {w.backToList}
        </Button>
      </div>
      {ids.length === 0 ? (
        <EmptyPanel title={w.emptyTitle} hint={w.emptyHint} icon="chart-line" action={choice} />
      ) : comparable.error?.status === 404 ? (
        <EmptyPanel
          title={w.refusedTitle}
          hint={w.refusedHint}
          icon="search"
          onAction={() => choose([])}
          actionLabel={w.chooseOthers}
        />
      ) : hasFailed ? (
        <ErrorPanel message={comparable.error?.message ?? ''} onRetry={() => void comparable.refetch()} />
      ) : (
        <Chosen {...{ kind, ids, search, change, choose, choice }} properties={comparable.data?.properties} />
      )}
    </>
  )
}

type ChosenProps = Props & {
  ids: readonly string[]
  search: CompareSearch
  change: ReturnType<typeof useListSearch<typeof CompareSearch>>[1]
  choose: (ids: readonly string[]) => void
  choice: React.ReactNode
  /** Undefined while they are fetched for the first time. */
  properties: Parameters<typeof CompareControls>[0]['properties'] | undefined
}

function Chosen({ kind, ids, search, change, choose, choice, properties }: ChosenProps) {
  const w = useWords(compareText)
  const locale = useLocale()
  const nowMs = useNow(minuteMs)
  const shown = comparedSpan(search, nowMs)
  // If models give an identifier two units, the one that most devices use is compared.
  const distinct = properties?.filter(
    ({ identifier }, index) => properties.findIndex((other) => other.identifier === identifier) === index,
  )
  const chosen = distinct?.find(({ identifier }) => identifier === search.property) ?? distinct?.[0]
  const times = { startTime: new Date(shown.fromMs).toISOString(), endTime: new Date(shown.toMs).toISOString() }
  const asked = { ids: [...ids], identifier: chosen?.identifier ?? '', by: shown.by, ...times }
  const query = useQuery({
    ...ask(telemetryCalls[kind].compare, asked, { quiet: true }),
    enabled: chosen !== undefined,
    placeholderData: keepPreviousData,
  })
  const compared = useComparison(query.data, chosen, shown)
  const [pinned, setPinned] = useState<string | null>(null)
  // A single device is always the marked one.
  const marked = ids.length === 1 ? (ids[0] ?? null) : pinned !== null && ids.includes(pinned) ? pinned : null
  const marks = useComparedMarks(kind, marked, { fromMs: shown.fromMs, toMs: Math.min(shown.toMs, nowMs) })
  const lines = useMemo(() => (compared === undefined ? undefined : { ...compared.lines, marks }), [compared, marks])
  const fileName = `${chosen?.identifier ?? ''}-${times.startTime.slice(0, 10)}-${times.endTime.slice(0, 10)}`
  if (distinct?.length === 0) return <EmptyPanel title={w.noProperties} icon="chart-line" action={choice} />
  const leftOut = compared?.rows.filter(({ standing }) => standing !== 'compared').length ?? 0
  return (
    <>
      <CompareControls
        search={search}
        shown={shown}
        properties={distinct ?? []}
        chosen={chosen}
        count={ids.length}
        onChange={change}
      >
        {choice}
      </CompareControls>
      <Box padding="0 gutter">
        <LinesPanel
          title={
            chosen === undefined
              ? w.title
              : w.meanOf({ name: chosen.name[locale], by: shown.by === 'day' ? w.byDay : w.byHour })
          }
          lines={lines}
          pinned={pinned}
          onPin={setPinned}
          error={query.error === null ? null : { message: saidBy(query.error) }}
          onRetry={() => void query.refetch()}
          fileName={fileName}
        />
      </Box>
      <SpanNote shown={shown} zone={query.data?.zone} leftOut={leftOut} />
      <ComparedDevices
        kind={kind}
        search={search}
        compared={compared}
        query={query}
        asked={chosen === undefined ? undefined : asked}
        fileName={fileName}
        onSearch={change}
        onRemove={(id) => choose(ids.filter((one) => one !== id))}
      />
    </>
  )
}

/** A span that is refused has its reason at the field. */
const saidBy = ({ fields, message }: CallError): string => Object.values(fields)[0] ?? message

function SpanNote({ shown, zone, leftOut }: { shown: ComparedSpan; zone: string | undefined; leftOut: number }) {
  const w = useWords(compareText)
  return (
    <Text.p padding="8 gutter 16" minHeight="24" size="xs" tone="ink-3">
      {leftOut === 0 ? null : (
        <Text.b weight="600" tone="ink-2">
          {w.leftOut({ count: leftOut })}{' '}
        </Text.b>
      )}
      {shown.isWidened ? `${w.onlyByDay} ` : ''}
      {shown.by === 'day' && zone !== undefined ? w.dayZone({ zone }) : w.gaps}
    </Text.p>
  )
}
