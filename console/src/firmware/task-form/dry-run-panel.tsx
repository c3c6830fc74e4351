import { minuteMs } from '@brigade/contract/time.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { dryRunVerdicts, type DryRun, type DryRunRow } from '@brigade/contract/firmware/task.model.ts'
import { upgradeReasonWords } from '@brigade/contract/firmware/upgrade-words.ts'
import type { UpgradeReason } from '@brigade/contract/firmware/upgrade.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { DeviceLink } from '../../device/view/device-link.tsx'
import { formatNumber, orDash } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { Segments } from '../../ui/button/segments.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PagedTable } from '../../ui/data-table/plain-table.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { useSettled } from '../../ui/form/use-settled.ts'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { firmwareText } from '../firmware.text.ts'
import { ModuleName } from '../module-name.tsx'
import css from './task-form.module.css'
import { dryRunText } from './task-form.text.ts'

type Verdict = DryRunRow['verdict']

/** Shows which devices are reached now, later, and not, each with the reason; and how long it takes. */
export function DryRunPanel({ draft }: { draft: string | undefined }) {
  const w = useWords(dryRunText)
  const settled = useSettled(draft)
  return (
    <Box.section marginBottom="20" border="none" shrink className={css.block} aria-label={w.title}>
      <Text.h3 paddingBottom="8" weight="600">
        {w.title}
      </Text.h3>
      {settled === undefined || draft === undefined ? (
        <Text.p tone="ink-3">{w.incomplete}</Text.p>
      ) : (
        <Run key={settled} draft={settled} />
      )}
    </Box.section>
  )
}

type Shown = {
  pageNum: number
  pageSize: number
  verdict: Verdict | null
  reason: UpgradeReason | null
  keyword: string
}
const atFirst: Shown = { pageNum: 1, pageSize: 10, verdict: null, reason: null, keyword: '' }

function Run({ draft }: { draft: string }) {
  const w = useWords(dryRunText)
  const [shown, setShown] = useState(atFirst)
  const { verdict, reason, pageNum, pageSize } = shown
  const keyword = useSettled(shown.keyword.trim())
  const query = {
    draft,
    pageNum,
    pageSize,
    ...(verdict === null ? {} : { verdict }),
    ...(reason === null ? {} : { reason }),
    ...(keyword === '' ? {} : { keyword }),
  }
  const { data, error, refetch, isPlaceholderData } = useQuery(
    askPage(upgradeTaskApi.extractDevices, query, { quiet: true }),
  )
  const columns = useRunColumns()
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <p role="status" aria-busy="true">
        {w.working}
      </p>
    )
  const change = (patch: Partial<Shown>): void => setShown((before) => ({ ...before, pageNum: 1, ...patch }))
  return (
    <>
      <Figures run={data} />
      <Reasons run={data} verdict={verdict} reason={reason} onChoose={(chosen) => change({ reason: chosen })} />
      <div className={css.bar}>
        <Segments
          label={w.verdict}
          size="small"
          value={verdict ?? 'all'}
          options={[
            { value: 'all', label: w.all },
            ...dryRunVerdicts.map((one) => ({ value: one, label: `${w[one]} ${formatNumber(data[one])}` })),
          ]}
          onChange={(chosen) => change({ verdict: dryRunVerdicts.find((one) => one === chosen) ?? null, reason: null })}
        />
        <Box.span grow />
        <span className={css.search}>
          <TextField
            bare
            icon="search"
            label={w.find}
            maxLength={60}
            value={shown.keyword}
            onChange={({ currentTarget: { value } }) => change({ keyword: value })}
          />
        </span>
      </div>
      <div aria-busy={isPlaceholderData}>
        <PagedTable
          label={w.title}
          columns={columns}
          page={data}
          search={{ pageNum, pageSize }}
          onSearch={(patch) => setShown((before) => ({ ...before, ...patch }))}
          rowKey={(row) => `${row.device.id} ${row.module}`}
          maxHeight={360}
          empty={<Text.p tone="ink-3">{w.nothingFound}</Text.p>}
        />
      </div>
    </>
  )
}

function Figures({ run }: { run: DryRun }) {
  const w = useWords(dryRunText)
  return (
    <Row.p gap="8 24" align="baseline" marginBottom="8" wrap className={css.figures} role="status">
      {run.reached + run.later === 0 ? <Text.b tone="bad">{w.nobody}</Text.b> : null}
      {dryRunVerdicts.map((verdict) => (
        <VerdictBadge key={verdict} verdict={verdict} fact={formatNumber(run[verdict])} />
      ))}
      {run.estimateMinutes === null ? null : (
        <span>
          {w.estimate({ span: formatDuration(Math.max(1, run.estimateMinutes) * minuteMs) })}{' '}
          <small>{w.estimateNote}</small>
        </span>
      )}
    </Row.p>
  )
}

const looks = {
  reached: { shape: 'completed' },
  later: { shape: 'preheating', tone: 'warn' },
  not: { shape: 'disabled' },
} as const

function VerdictBadge({ verdict, fact }: { verdict: Verdict; fact?: string }) {
  const w = useWords(dryRunText)
  return <StateBadge {...looks[verdict]} word={w[verdict]} fact={fact} />
}

type ReasonsProps = {
  run: DryRun
  verdict: Verdict | null
  reason: UpgradeReason | null
  onChoose: (reason: UpgradeReason | null) => void
}

/** Shows the count of each reason; a click lists only those devices. */
function Reasons({ run, verdict, reason, onChoose }: ReasonsProps) {
  const locale = useLocale()
  const listed = run.reasons.flatMap(({ reason: one, verdict: of, count }) =>
    one === null || (verdict !== null && of !== verdict) ? [] : [{ reason: one, of, count }],
  )
  if (run.notInList > 0 && verdict === null) listed.push({ reason: 'not-in-list', of: 'not', count: run.notInList })
  if (listed.length === 0) return null
  return (
    <Row.ul gap="4" marginBottom="12" wrap className={css.reasons}>
      {listed.map(({ reason: one, of, count }) => (
        <li key={`${of} ${one}`}>
          <Row.button
            inline
            gap="6"
            padding="0 8"
            line="24"
            minHeight="24"
            radius="s"
            ground="hover"
            tone="ink-2"
            size="xs"
            type="button"
            aria-pressed={one === reason}
            onClick={() => onChoose(one === reason ? null : one)}
          >
            {upgradeReasonWords[one][locale]}
            <Text.b weight="600" tabular>
              {formatNumber(count)}
            </Text.b>
          </Row.button>
        </li>
      ))}
    </Row.ul>
  )
}

function useRunColumns(): readonly Column<DryRunRow>[] {
  const w = useWords(dryRunText)
  const f = useWords(firmwareText)
  return useMemo(
    () => [
      {
        key: 'device',
        title: w.device,
        width: 132,
        cell: ({ device }) => (
          <DeviceLink kind={device.kind} id={device.id}>
            <span className="mono">{device.sn}</span>
          </DeviceLink>
        ),
      },
      { key: 'organisation', title: w.organisation, width: 148, dim: true, cell: (row) => row.organisation },
      { key: 'module', title: f.module, width: 72, cell: (row) => <ModuleName module={row.module} /> },
      { key: 'from', title: w.from, width: 84, cell: (row) => orDash(row.version) },
      { key: 'to', title: w.to, width: 84, cell: (row) => row.target },
      { key: 'verdict', title: w.verdict, width: 110, cell: (row) => <VerdictBadge verdict={row.verdict} /> },
      { key: 'reason', title: w.reason, width: 168, cell: (row) => <Reason row={row} /> },
    ],
    [w, f],
  )
}

/** The reason with its cause: the condition's value, or the task that has the device. */
function Reason({ row }: { row: DryRunRow }) {
  const w = useWords(dryRunText)
  const locale = useLocale()
  if (row.reason === null) return ''
  if (row.condition !== null)
    return row.value === null
      ? w.conditionMissing({ n: row.condition })
      : w.conditionFalse({ n: row.condition, value: row.value })
  if (row.task !== null) return w.inTask({ name: row.task.name })
  return upgradeReasonWords[row.reason][locale]
}
