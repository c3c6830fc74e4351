import { Suspense, lazy, startTransition, useEffect, useState } from 'react'
import { useWords } from '../platform/locale.ts'
import { preload } from '../platform/chunk-reload.ts'
import { IconButton } from '../ui/button/button.tsx'
import { Row, Text } from '../ui/layout/layout.tsx'
import { PopPanel } from '../ui/menu/pop-panel.tsx'
import css from './job.module.css'
import { jobText } from './job.text.ts'
import { onTrayRequested } from './seen-jobs.ts'
import { useJobs } from './use-job-events.ts'

const loadPanel = () => import('./job-panel.tsx')
const JobPanel = lazy(() => loadPanel().then((module) => ({ default: module.JobPanel })))

/** The person's own jobs in the header: how many are running, and a panel with all of them. */
export function JobTray() {
  const w = useWords(jobText)
  const [isOpen, setOpen] = useState(false)
  // A transition: the panel opens when its chunk has loaded, with the focus in it.
  const turn = (next: boolean): void => startTransition(() => setOpen(next))
  useEffect(() => onTrayRequested(() => startTransition(() => setOpen(true))), [])
  const { jobs, error, refetch, running } = useJobs({ isOpen, onShow: () => turn(true) })
  const label = running === 0 ? w.tray : w.trayRunning({ n: running })
  const target = (
    <IconButton
      icon="jobs"
      iconSize="large"
      label={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => turn(!isOpen)}
    />
  )
  return (
    <Row.span inline relative rigid onPointerEnter={() => preload(loadPanel)}>
      <Suspense fallback={target}>
        <PopPanel label={w.tray} target={target} isOpen={isOpen} onOpenChange={turn} flush>
          {isOpen ? <JobPanel jobs={jobs} error={error} onRetry={() => void refetch()} /> : null}
        </PopPanel>
      </Suspense>
      {running === 0 ? null : (
        <Text
          padding="0 4"
          radius="m"
          ground="accent"
          tone="on-accent"
          size="2xs"
          line="16"
          weight="600"
          textAlign="center"
          className={css.count}
          aria-hidden="true"
        >
          {running > 99 ? '99' : running}
        </Text>
      )}
    </Row.span>
  )
}
