import { minuteMs } from '@brigade/contract/time.ts'
import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import type { FirmwareVersionDetail, FirmwareVersionRow } from '@brigade/contract/firmware/firmware.model.ts'
import { TaskStatus } from '@brigade/contract/firmware/reach.model.ts'
import { useQuery } from '@tanstack/react-query'
import { usePlatformCan } from '../../platform/can.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { formatDuration } from '../../platform/time/duration.ts'
import { Button } from '../../ui/button/button.tsx'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FactList } from '../../ui/page/fact-list.tsx'
import { formatBytes } from '../bytes.ts'
import { Digest } from '../file-facts.tsx'
import { TaskStatusBadge, VersionBadge, useReasonWords } from '../firmware-badge.tsx'
import { FirmwareModelLink, UpgradeTaskLink } from '../firmware-link.tsx'
import { firmwareText } from '../firmware.text.ts'
import css from '../firmware.module.css'
import { ModuleName } from '../module-name.tsx'
import { SharesTable } from '../shares-table.tsx'
import type { VersionActs } from './use-version-acts.tsx'
import { versionText } from './version.text.ts'

type Acting = { onEdit: (version: FirmwareVersionRow) => void; acts: VersionActs }
type Props = Acting & { id: string | undefined; onClose: () => void }

/** One version: its file with digests, its result, the versions that devices report, and its tasks. */
export function VersionDetailSheet({ id, onClose, ...acting }: Props) {
  const w = useWords(versionText)
  return (
    <SideSheet title={w.detail} isOpen={id !== undefined} onClose={onClose} width={760}>
      {id === undefined ? null : <Known key={id} id={id} {...acting} />}
    </SideSheet>
  )
}

function Known({ id, ...acting }: Acting & { id: string }) {
  const w = useWords(versionText)
  const { data, error, refetch } = useQuery(ask(firmwareApi.version, { id }, { quiet: true }))
  if (data !== undefined) return <Whole version={data} {...acting} />
  if (error?.status === 404) return <EmptyPanel title={error.message} hint={w.missing} icon="search" />
  if (error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return <div aria-busy="true" />
}

type OfVersion = { version: FirmwareVersionDetail }

function Whole({ version, onEdit, acts }: OfVersion & Acting) {
  const f = useWords(firmwareText)
  const w = useWords(versionText)
  const can = usePlatformCan()
  const isArchived = version.archivedAt !== null
  return (
    <>
      <Row gap="8 16" align="center" marginBottom="16" wrap>
        <h2>{[version.number, version.alias].filter(Boolean).join(' · ')}</h2>
        <VersionBadge enabled={version.enabled} isArchived={isArchived} />
        <Row.span gap="8" marginLeft="auto" wrap>
          {can('firmware-version:update') ? (
            <Button size="small" icon="pencil" onClick={() => onEdit(version)}>
              {f.edit}
            </Button>
          ) : null}
          {can('firmware-version:set-enabled') ? (
            <Button
              size="small"
              look={version.enabled ? 'danger' : 'plain'}
              onClick={() => acts.ask(version.enabled ? 'disable' : 'enable', version)}
            >
              {version.enabled ? w.disable : w.enable}
            </Button>
          ) : null}
          {isArchived && can('firmware-version:create') ? (
            <Button size="small" onClick={() => acts.ask('restore', version)}>
              {w.restore}
            </Button>
          ) : null}
          {!isArchived && can('firmware-version:remove') ? (
            <Button size="small" onClick={() => acts.ask('archive', version)}>
              {w.archive}
            </Button>
          ) : null}
        </Row.span>
      </Row>
      <Facts version={version} />
      <Outcomes id={version.id} />
      <Distribution version={version} />
      <Tasks version={version} />
    </>
  )
}

function Facts({ version }: OfVersion) {
  const f = useWords(firmwareText)
  const w = useWords(versionText)
  return (
    <FactList
      facts={[
        {
          key: 'model',
          label: f.model,
          value: <FirmwareModelLink id={version.model.id}>{version.model.name}</FirmwareModelLink>,
        },
        { key: 'module', label: f.module, value: <ModuleName module={version.module} /> },
        { key: 'reported', label: f.reported, value: version.reportedAs },
        { key: 'size', label: w.size, value: formatBytes(version.file.bytes) },
        { key: 'file', label: w.file, value: version.file.name, wide: true },
        { key: 'md5', label: w.md5, value: <Digest value={version.file.md5} of="md5" />, wide: true },
        { key: 'sha', label: w.sha, value: <Digest value={version.file.sha256} of="sha" />, wide: true },
        { key: 'notes', label: f.notes, value: version.notes, wide: true },
        { key: 'creator', label: f.creator, value: version.creator?.name ?? f.someoneGone },
        { key: 'created', label: w.uploaded, value: <span className="time">{formatTime(version.createdAt)}</span> },
        ...(version.archivedAt === null
          ? []
          : [
              { key: 'by', label: w.archivedBy, value: version.archivedBy?.name ?? f.someoneGone },
              {
                key: 'archived',
                label: w.archivedAt,
                value: <span className="time">{formatTime(version.archivedAt)}</span>,
              },
            ]),
      ]}
    />
  )
}

function Outcomes({ id }: { id: string }) {
  const w = useWords(versionText)
  const reasonOf = useReasonWords()
  const { data, error, refetch } = useQuery(ask(firmwareApi.versionFigures, { id }, { quiet: true }))
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined) return <div aria-busy="true" />
  const ended = data.succeeded + data.failed + data.notUpgraded
  const figures = [
    { key: 'devices', label: w.report, value: formatNumber(data.devices) },
    { key: 'running', label: w.running, value: formatNumber(data.running) },
    { key: 'succeeded', label: w.succeeded, value: formatNumber(data.succeeded) },
    { key: 'failed', label: w.failed, value: formatNumber(data.failed) },
    { key: 'notUpgraded', label: w.notUpgraded, value: formatNumber(data.notUpgraded) },
    {
      key: 'median',
      label: w.median,
      value: data.medianMinutes === null ? '-' : formatDuration(data.medianMinutes * minuteMs),
    },
  ]
  return (
    <Box.section marginTop="24" className={css.part}>
      <h3>{w.outcomes}</h3>
      <Row.dl marginBottom="12" wrap className={css.outcomes}>
        {figures.map(({ key, label, value }) => (
          <div key={key}>
            <Text.dt size="xs" tone="ink-3">
              {label}
            </Text.dt>
            <Text.dd size="l" weight="600" tabular>
              {value}
            </Text.dd>
          </div>
        ))}
      </Row.dl>
      {ended + data.running === 0 ? <Text.p tone="ink-3">{w.noOutcomes}</Text.p> : null}
      {data.reasons.length === 0 ? null : (
        <Stack.ul gap="4" className={css.lines}>
          {data.reasons.map(({ reason, count }) => (
            <Row.li key={reason} gap="4 12" align="center" wrap>
              <span>{reasonOf(reason)}</span>
              <b>{formatNumber(count)}</b>
            </Row.li>
          ))}
        </Stack.ul>
      )}
    </Box.section>
  )
}

function Distribution({ version }: OfVersion) {
  const w = useWords(versionText)
  const f = useWords(firmwareText)
  const query = { modelId: version.model.id, module: version.module }
  const { data, error, refetch } = useQuery(ask(firmwareApi.distribution, query, { quiet: true }))
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined) return <div aria-busy="true" />
  return (
    <Box.section marginTop="24" className={css.part}>
      <h3>
        {w.distribution}
        <small>{f.sharesNote({ all: formatNumber(data.all) })}</small>
      </h3>
      <SharesTable modelId={version.model.id} all={data.all} shares={data.shares} hasModules={false} />
    </Box.section>
  )
}

function Tasks({ version }: OfVersion) {
  const w = useWords(versionText)
  return (
    <Box.section marginTop="24" className={css.part}>
      <h3>{w.tasks}</h3>
      {version.tasks.length === 0 ? <Text.p tone="ink-3">{w.noTasks}</Text.p> : null}
      <Stack.ul gap="4" className={css.lines}>
        {version.tasks.map((task) => {
          const status = TaskStatus.safeParse(task.status).data
          return (
            <Row.li key={task.id} gap="4 12" align="center" wrap>
              <UpgradeTaskLink id={task.id}>{task.name}</UpgradeTaskLink>
              {status === undefined ? null : <TaskStatusBadge status={status} />}
              <time>{formatTime(task.createdAt)}</time>
            </Row.li>
          )
        })}
      </Stack.ul>
    </Box.section>
  )
}
