import { minuteMs } from '@brigade/contract/time.ts'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import type { JobRow } from '@brigade/contract/job/job.model.ts'
import { useEffect, useRef, useState } from 'react'
import { formatDuration } from '../platform/time/duration.ts'
import { formatNumber, formatTime } from '../platform/format.ts'
import { useWords } from '../platform/locale.ts'
import { useSend } from '../platform/query.ts'
import { Button, IconButton } from '../ui/button/button.tsx'
import { Box, Row, Stack, Text } from '../ui/layout/layout.tsx'
import { EmptyPanel } from '../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { JobErrorsLink, JobFileLink } from './job-link.tsx'
import { JobProgressBadge, JobStateBadge } from './job-progress-badge.tsx'
import { hasEnded } from './job-state.ts'
import css from './job.module.css'
import { jobText } from './job.text.ts'
import { noted, timeLeftMs, type Seen } from './time-left.ts'

type Props = { jobs: readonly JobRow[] | undefined; error: { message: string } | null; onRetry: () => void }

/** The tray lists the person's own jobs, the newest first, each with its actions. */
export function JobPanel({ jobs, error, onRetry }: Props) {
  const w = useWords(jobText)
  const whole = useRef<HTMLDivElement>(null)
  return (
    <Stack flex ref={whole} className={css.panel} tabIndex={-1} data-autofocus="">
      <Row gap="8" padding="12 16 8" align="baseline" rigid>
        <Box.h2 grow>{w.tray}</Box.h2>
        {jobs === undefined || jobs.length === 0 ? null : (
          <Text size="xs" tone="ink-3">
            {w.kept}
          </Text>
        )}
      </Row>
      {jobs === undefined ? (
        error === null ? (
          <Stack.p gap="6" padding="12 16" borderTop>
            {w.loading}
          </Stack.p>
        ) : (
          <ErrorPanel message={error.message} onRetry={onRetry} />
        )
      ) : jobs.length === 0 ? (
        <EmptyPanel title={w.emptyTitle} hint={w.emptyHint} />
      ) : (
        <Box.ul overflow="auto" minHeight="0" aria-label={w.tray}>
          {jobs.map((job) => (
            <Job key={job.id} job={job} onGone={() => whole.current?.focus()} />
          ))}
        </Box.ul>
      )}
    </Stack>
  )
}

/** `onGone`: the focused element disappears with the job; the focus stays in the panel. */
function Job({ job, onGone }: { job: JobRow; onGone: () => void }) {
  const w = useWords(jobText)
  const remove = useSend(jobApi.remove)
  const isOver = hasEnded(job)
  const { title, status, failed } = job
  return (
    <Stack.li gap="6" padding="12 16" borderTop>
      <Row gap="8" align="start">
        <Text weight="500" grow shrink anywhere>
          {title}
        </Text>
        <JobStateBadge job={job} />
        {isOver ? (
          <IconButton
            icon="x"
            size="tiny"
            label={w.remove({ title })}
            onClick={() => {
              onGone()
              remove.mutate({ id: job.id })
            }}
          />
        ) : null}
      </Row>
      {status === 'succeeded' || status === 'waiting' ? null : <JobProgressBadge job={job} />}
      {job.error === '' ? null : (
        <Text tone="bad" anywhere>
          {job.error}
        </Text>
      )}
      <Row gap="8 12" align="center" justify="between" wrap>
        {/* The button that saves refused rows counts them. */}
        <Facts job={job} isRefused={failed > 0 && !(isOver && job.hasErrors)} />
        {isOver ? (
          <Row gap="8" align="center" wrap>
            <JobErrorsLink job={job} size="small" />
            <JobFileLink job={job} size="small" />
          </Row>
        ) : (
          <Cancel job={job} onGone={onGone} />
        )}
      </Row>
    </Stack.li>
  )
}

function Facts({ job, isRefused }: { job: JobRow; isRefused: boolean }) {
  const w = useWords(jobText)
  const left = useTimeLeft(job)
  const rows = job.status === 'succeeded' && job.done > 0 ? w.doneRows({ done: formatNumber(job.done) }) : ''
  return (
    <Row gap="4 12" align="center" size="xs" line="16" tone="ink-3" wrap>
      <span className="time">{formatTime(job.finishedAt ?? job.startedAt ?? job.createdAt)}</span>
      {rows === '' ? null : <span>{rows}</span>}
      {isRefused ? <Text tone="warn">{w.refused({ n: formatNumber(job.failed) })}</Text> : null}
      {left === undefined ? null : <span>{w.left({ time: formatDuration(roughly(left)) })}</span>}
    </Row>
  )
}

/** An estimate is rounded, because it is not exact to the second. */
const roughly = (ms: number): number =>
  ms < minuteMs ? Math.ceil(ms / 10_000) * 10_000 : Math.ceil(ms / minuteMs) * minuteMs

/** Estimates the remaining time of a running job from the progress observed while the panel is open. */
function useTimeLeft(job: JobRow): number | undefined {
  const [seen, setSeen] = useState<readonly Seen[]>([])
  const [nowMs, setNowMs] = useState(() => Date.now())
  const isRunning = job.status === 'running'
  const { id, done } = job
  useEffect(() => {
    if (!isRunning) return undefined
    const look = (): void => {
      setNowMs(Date.now())
      setSeen((before) => noted(before, { id, done }, Date.now()))
    }
    look()
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [isRunning, id, done])
  return isRunning && !job.cancelling ? timeLeftMs(seen, job.total, nowMs) : undefined
}

const focusOn = (button: HTMLButtonElement | null): void => button?.focus()

function Cancel({ job, onGone }: { job: JobRow; onGone: () => void }) {
  const w = useWords(jobText)
  const cancel = useSend(jobApi.cancel)
  const [isAsking, setAsking] = useState(false)
  if (job.cancelling) return null
  if (!isAsking)
    return (
      <Row gap="8" align="center" wrap>
        <Button size="small" onClick={() => setAsking(true)}>
          {w.cancel}
        </Button>
      </Row>
    )
  return (
    <Row gap="8" align="center" wrap role="group" aria-label={w.cancel}>
      <Text size="xs" grow className={css.ask}>
        {w.cancelAsk}
      </Text>
      <Button
        size="small"
        look="dangerous"
        ref={focusOn}
        busy={cancel.isPending}
        onClick={() => {
          onGone()
          cancel.mutate({ id: job.id })
        }}
      >
        {w.cancelYes}
      </Button>
      <Button size="small" onClick={() => setAsking(false)}>
        {w.cancelNo}
      </Button>
    </Row>
  )
}
