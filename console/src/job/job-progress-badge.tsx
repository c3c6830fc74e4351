import type { JobRow } from '@brigade/contract/job/job.model.ts'
import { formatNumber } from '../platform/format.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import { StateBadge } from '../ui/icon/state-shape.tsx'
import { Box, Row, Text } from '../ui/layout/layout.tsx'
import { hasEnded, percentOf, shapeOf, stateOf } from './job-state.ts'
import { jobStatusWords, jobText } from './job.text.ts'
import css from './job.module.css'

type Shown = Pick<JobRow, 'title' | 'status' | 'cancelling' | 'done' | 'total' | 'failed'>

/** State of a job as shape and word; while it runs, how much is done. */
export function JobStateBadge({ job, fact }: { job: Shown; fact?: string }) {
  const locale = useLocale()
  const state = stateOf(job)
  return <StateBadge {...shapeOf[state]} word={jobStatusWords[state][locale]} fact={fact} />
}

/** Shows the progress of a job as a bar and as numbers. */
export function JobProgressBadge({ job }: { job: Shown }) {
  const w = useWords(jobText)
  const percent = percentOf(job)
  const done = formatNumber(job.done)
  const text = job.total === null ? w.doneRows({ done }) : w.doneOf({ done, total: formatNumber(job.total) })
  return (
    <Row gap="12" align="center" shrink className={hasEnded(job) && job.status !== 'succeeded' ? css.over : ''}>
      <Box
        height="6"
        radius="xs"
        ground="line"
        overflow="hidden"
        grow
        relative
        className={`${css.track} ${percent === undefined ? css.unknown : ''}`}
        role="progressbar"
        aria-label={job.title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
      >
        <Box.span
          radius="xs"
          ground="accent"
          block
          fullHeight
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </Box>
      <Text size="xs" line="16" tone="ink-3" rigid nowrap>
        {percent === undefined ? null : <Text.b weight="500" tone="ink" marginRight="4">{`${percent}%`}</Text.b>} {text}
      </Text>
    </Row>
  )
}
