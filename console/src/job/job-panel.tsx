import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import type { JobRow } from '@brigade/contract/job/job.model.ts'
import { useEffect, useRef, useState } from 'react'
import { formatDuration } from '../platform/time/duration.ts'
import { formatNumber, formatTime } from '../platform/format.ts'
import { useWords } from '../platform/locale.ts'
import { useSend } from '../platform/query.ts'
import { Button, IconButton } from '../ui/button/button.tsx'
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
    <div ref={whole} className={css.panel} tabIndex={-1} data-autofocus="">
      <div className={css.head}>
        <h2>{w.tray}</h2>
        {jobs === undefined || jobs.length === 0 ? null : <span className={css.note}>{w.kept}</span>}
      </div>
      {jobs === undefined ? (
        error === null ? (
          <p className={css.item}>{w.loading}</p>
        ) : (
          <ErrorPanel message={error.message} onRetry={onRetry} />
        )
      ) : jobs.length === 0 ? (
        <EmptyPanel title={w.emptyTitle} hint={w.emptyHint} />
      ) : (
        <ul className={css.list} aria-label={w.tray}>
          {jobs.map((job) => (
            <Job key={job.id} job={job} onGone={() => whole.current?.focus()} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** `onGone`: the focused element disappears with the job; the focus stays in the panel. */
function Job({ job, onGone }: { job: JobRow; onGone: () => void }) {
  const w = useWords(jobText)
  const remove = useSend(jobApi.remove)
  const isOver = hasEnded(job)
  const { title, status, failed } = job
  return (
    <li className={css.item}>
      <div className={css.top}>
        <span className={css.title}>{title}</span>
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
      </div>
      {status === 'succeeded' || status === 'waiting' ? null : <JobProgressBadge job={job} />}
      {job.error === '' ? null : <span className={css.why}>{job.error}</span>}
      <div className={css.bottom}>
        {/* The button that saves refused rows counts them. */}
        <Facts job={job} isRefused={failed > 0 && !(isOver && job.hasErrors)} />
        {isOver ? (
          <div className={css.actions}>
            <JobErrorsLink job={job} size="small" />
            <JobFileLink job={job} size="small" />
          </div>
        ) : (
          <Cancel job={job} onGone={onGone} />
        )}
      </div>
    </li>
  )
}

function Facts({ job, isRefused }: { job: JobRow; isRefused: boolean }) {
  const w = useWords(jobText)
  const left = useTimeLeft(job)
  const rows = job.status === 'succeeded' && job.done > 0 ? w.doneRows({ done: formatNumber(job.done) }) : ''
  return (
    <div className={css.facts}>
      <span className="time">{formatTime(job.finishedAt ?? job.startedAt ?? job.createdAt)}</span>
      {rows === '' ? null : <span>{rows}</span>}
      {isRefused ? <span className={css.refused}>{w.refused({ n: formatNumber(job.failed) })}</span> : null}
      {left === undefined ? null : <span>{w.left({ time: formatDuration(roughly(left)) })}</span>}
    </div>
  )
}

/** An estimate is rounded, because it is not exact to the second. */
const roughly = (ms: number): number =>
  ms < 60_000 ? Math.ceil(ms / 10_000) * 10_000 : Math.ceil(ms / 60_000) * 60_000

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
      <div className={css.actions}>
        <Button size="small" onClick={() => setAsking(true)}>
          {w.cancel}
        </Button>
      </div>
    )
  return (
    <div className={css.actions} role="group" aria-label={w.cancel}>
      <span className={css.ask}>{w.cancelAsk}</span>
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
    </div>
  )
}
