import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { changeSentences } from '@brigade/contract/system/log/change-sentence.ts'
import type { LogDetail, RecordChange } from '@brigade/contract/system/log/log.model.ts'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { SideTable } from '../../ui/data-table/side-table.tsx'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import { Box } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FactList } from '../../ui/page/fact-list.tsx'
import { ActorName } from './actor-name.tsx'
import { loggedValue } from './logged-value.tsx'
import { fieldWords } from './field-words.ts'
import { actionWords, logText, recordWords } from './log.text.ts'
import { LoggedBody } from './logged-body.tsx'
import css from './log.module.css'
import { RecordLink } from './record-link.tsx'
import { operationText } from './operation-text.ts'

/** One complete line: actor and time, old and new values, request and answer. */
export function OperationSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  const w = useWords(logText)
  return (
    <SideSheet title={w.line} isOpen={id !== null} onClose={onClose} width={720}>
      {id === null ? null : <Line id={id} />}
    </SideSheet>
  )
}

function Line({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(ask(logApi.detail, { id }))
  if (data !== undefined) return <Whole line={data} />
  if (error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return <div aria-busy="true" />
}

function Whole({ line }: { line: LogDetail }) {
  const w = useWords(logText)
  const facts = [
    { key: 'operation', label: w.operation, value: operationText(line, w.noCall) },
    { key: 'time', label: w.time, value: formatTime(line.loggedAt) },
    { key: 'account', label: w.account, value: <ActorName row={line} /> },
    { key: 'organisation', label: w.organisation, value: line.actor.organisation },
    { key: 'address', label: w.address, value: line.address },
    { key: 'code', label: w.code, value: line.origin === 'call' ? String(line.code) : '' },
    { key: 'duration', label: w.duration, value: line.origin === 'call' ? w.ms({ ms: line.durationMs }) : '' },
    { key: 'call', label: w.call, value: `${line.method} ${line.path}`.trim() },
    { key: 'place', label: w.place, value: line.n ?? w.notSealed },
    { key: 'leaf', label: w.leaf, value: <code>{line.leaf}</code>, wide: true },
  ]
  return (
    <>
      {line.origin === 'interrupted' ? <p className={css.grave}>{w.interruptedNote}</p> : null}
      <FactList facts={facts} />
      <Box.section marginTop="20">
        <Box.h3 marginBottom="8">{w.changes}</Box.h3>
        {line.changes.length === 0 ? <p>{w.noChanges}</p> : null}
        {line.changes.map((change) => (
          <Change key={change.id} change={change} by={line} />
        ))}
        {line.moreChanges ? <p>{w.more}</p> : null}
      </Box.section>
      {line.body === 'shown' && line.origin === 'call' ? (
        <>
          <LoggedBody title={w.request} value={line.request} />
          <LoggedBody title={w.response} value={line.response} />
        </>
      ) : line.origin === 'call' ? (
        <Box.p marginTop="20">{line.body === 'hidden' ? w.hidden : w.erased}</Box.p>
      ) : null}
    </>
  )
}

function Change({ change, by }: { change: RecordChange; by: Pick<LogDetail, 'module' | 'operation'> }) {
  const w = useWords(logText)
  const locale = useLocale()
  const type = recordTypeWords[change.recordType]?.[locale] ?? change.recordType
  const record = change.name === '' ? `${type} ${change.recordId}` : w.named({ type, name: change.name })
  const title = `${record} · ${actionWords[change.action][locale]}`
  const fields = Object.keys({ ...change.before, ...change.after })
  return (
    <Box marginTop="20">
      <h4>
        <RecordLink change={change} by={by}>
          {record}
        </RecordLink>
        {` · ${actionWords[change.action][locale]}`}
      </h4>
      {changeSentences(change, locale).map((sentence) => (
        <Box.p key={sentence} marginBottom="8">
          {sentence}
        </Box.p>
      ))}
      <SideTable
        label={title}
        rows={fields}
        rowKey={(field) => field}
        columns={[
          { key: 'field', title: w.field, width: 'name', cell: (field) => fieldWords[field]?.[locale] ?? field },
          { key: 'before', title: w.before, cell: (field) => loggedValue(change, 'before', field, w) },
          { key: 'after', title: w.after, cell: (field) => loggedValue(change, 'after', field, w) },
        ]}
      />
    </Box>
  )
}

const recordTypeWords: Readonly<Record<string, { en: string; zh: string }>> = recordWords
