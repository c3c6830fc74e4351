import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import type { JobDetail } from '@brigade/contract/job/job.model.ts'
import { useState } from 'react'
import { formatNumber, formatShare } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import { DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Box, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { JobErrorsLink } from '../job-link.tsx'
import { JobProgressBadge } from '../job-progress-badge.tsx'
import css from './import.module.css'
import { importText } from './import.text.ts'
import { RefusedRows } from './refused-rows.tsx'

type OnClose = { onClose: () => void }
type Ended = OnClose & { job: JobDetail; onAnother: () => void }

/** The file is being sent. */
export function ImportSending({ fileName, share, onClose }: { fileName: string; share: number } & OnClose) {
  const w = useWords(importText)
  return (
    <>
      <Stack gap="8" padding="16 0 24">
        <Text.h3 size="s" line="24" weight="600">
          {w.sending}
        </Text.h3>
        <p>{fileName}</p>
        <Box
          height="6"
          radius="xs"
          ground="line"
          overflow="hidden"
          role="progressbar"
          aria-label={w.sending}
          aria-valuenow={Math.round(share * 100)}
        >
          <Box.span radius="xs" ground="accent" block fullHeight style={{ width: formatShare(share, 1) }} />
        </Box>
        <Text.p tone="ink-3">{w.continues}</Text.p>
      </Stack>
      <DialogFoot>
        <Button onClick={onClose}>{w.close}</Button>
      </DialogFoot>
    </>
  )
}

type Running = OnClose & { job: JobDetail | undefined; isCheck: boolean; onAnother: () => void }

/** The check or the import is running; a job that the server no longer knows can be closed. */
export function ImportRunning({ job, isCheck, onAnother, onClose }: Running) {
  const w = useWords(importText)
  const cancel = useSend(jobApi.cancel)
  return (
    <>
      <Stack gap="8" padding="16 0 24">
        <Text.h3 size="s" line="24" weight="600">
          {isCheck ? w.checking : w.applying}
        </Text.h3>
        <p>{job?.fileName ?? '\u00a0'}</p>
        {job === undefined ? null : <JobProgressBadge job={job} />}
        <Text.p tone="ink-3">{w.continues}</Text.p>
      </Stack>
      <DialogFoot>
        {job === undefined ? (
          <Button look="quiet" onClick={onAnother}>
            {w.another}
          </Button>
        ) : (
          <Button
            look="quiet"
            icon="stop"
            busy={job.cancelling || cancel.isPending}
            onClick={() => cancel.mutate({ id: job.id })}
          >
            {job.cancelling ? w.stopping : w.stop}
          </Button>
        )}
        <Button onClick={onClose}>{w.close}</Button>
      </DialogFoot>
    </>
  )
}

/** The check shows the effect of the import before it runs. */
export function ImportChecked({ job, onImport, onAnother, onClose }: Ended & { onImport: () => Promise<void> }) {
  const w = useWords(importText)
  const [isBusy, setBusy] = useState(false)
  const passed = job.done - job.failed
  const isChecked = job.status === 'succeeded'
  const send = async (): Promise<void> => {
    setBusy(true)
    await onImport()
    setBusy(false)
  }
  return (
    <>
      {isChecked ? (
        <div role="status">
          <Outcome job={job}>{job.done === 0 ? w.emptyTable : w.checked}</Outcome>
          <Figures job={job} added={w.toAdd} updated={w.toUpdate} erased={w.toErase} passed={w.toImport} />
        </div>
      ) : (
        <RefusedNote message={job.error} />
      )}
      {isChecked && job.failed > 0 ? (
        <>
          <RefusedRows job={job} />
          <Text.p paddingBottom="8" tone="ink-3">
            {passed > 0 ? w.leftOut : w.noneLeft}
          </Text.p>
        </>
      ) : null}
      <DialogFoot>
        <JobErrorsLink job={job} />
        <Box.span grow />
        <Button onClick={onAnother}>{w.another}</Button>
        {isChecked && passed > 0 ? (
          <Button look="primary" busy={isBusy} onClick={() => void send()}>
            {w.import({ n: passed, rows: formatNumber(passed) })}
          </Button>
        ) : (
          <Button onClick={onClose}>{w.close}</Button>
        )}
      </DialogFoot>
    </>
  )
}

/** The result shows the effect of the finished import. */
export function ImportDone({ job, onAnother, onClose }: Ended) {
  const w = useWords(importText)
  return (
    <>
      <RefusedNote message={job.error} />
      <div role="status">
        <Outcome job={job}>{job.status === 'succeeded' ? w.imported : w.stopped}</Outcome>
        <Figures job={job} added={w.added} updated={w.updated} erased={w.erased} passed={w.importedRows} />
      </div>
      {job.failed > 0 ? <RefusedRows job={job} /> : null}
      <DialogFoot>
        <JobErrorsLink job={job} />
        <Box.span grow />
        <Button onClick={onAnother}>{w.importAnother}</Button>
        <Button look="primary" onClick={onClose}>
          {w.close}
        </Button>
      </DialogFoot>
    </>
  )
}

function Outcome({ job, children }: { job: JobDetail; children: string }) {
  return (
    <Row.p gap="16" justify="between" paddingBottom="16" tone="ink-2" className={css.outcome}>
      <span>{children}</span>
      <Text tone="ink-3" cut data-cut="">
        {job.fileName}
      </Text>
    </Row.p>
  )
}

type FigureWords = Readonly<{ added: string; updated: string; erased: string; passed: string }>

/**
 * Shows added, updated and refused rows; if a job does not distinguish the first two, their sum. Erased values, and
 * serial numbers that resemble others, are listed if there are any.
 */
function Figures({ job, added, updated, erased, passed }: { job: JobDetail } & FigureWords) {
  const w = useWords(importText)
  const { counts, done, failed } = job
  const shown =
    counts?.['added'] === undefined
      ? [[passed, done - failed] as const]
      : [[added, counts['added']] as const, [updated, counts['updated'] ?? 0] as const]
  const lost = counts?.['erased'] ?? 0
  const alike = counts?.['alike'] ?? 0
  const named = [
    ...shown,
    ...(lost > 0 ? [[erased, lost] as const] : []),
    ...(alike > 0 ? [[w.alike({ row: counts?.['alikeRow'] ?? 0 }), alike] as const] : []),
  ]
  return (
    <Grid.dl marginBottom="16" border="line" radius="m" className={css.figures}>
      {[...named, [w.refused, failed] as const].map(([label, count], index) => (
        <Box key={label} padding="8 16" className={index === named.length && failed > 0 ? css.refused : undefined}>
          <Text.dt size="xs" line="16" tone="ink-2">
            {label}
          </Text.dt>
          <Text.dd size="xl" line="28" weight="600">
            {formatNumber(count)}
          </Text.dd>
        </Box>
      ))}
    </Grid.dl>
  )
}
