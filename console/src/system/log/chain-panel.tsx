import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import type { ChainState } from '@brigade/contract/system/log/log.model.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useJob, useStartJob } from '../../job/job-link.tsx'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import { chainText, faultWords } from './log.text.ts'
import css from './log.module.css'

/** Shows how far the log is sealed, whether a copy is outside, and the result of the last check. */
export function ChainPanel() {
  const w = useWords(chainText)
  const { data } = useQuery({ ...ask(logApi.chain, {}), refetchInterval: 15_000 })
  const check = useCheckWords(data?.check ?? null)
  if (data === undefined) return <div className={css.chain} aria-busy="true" />
  const { n, sealedAt, waiting, checkpoint, leavesFor } = data
  return (
    <section className={css.chain} aria-label={w.title}>
      <div>
        <p>
          {sealedAt === null ? w.nothing : w.sealed({ n: formatNumber(Number(n)), time: formatTime(sealedAt) })}{' '}
          {waiting > 0 ? w.waiting({ count: waiting }) : null}
        </p>
        <p className={leavesFor.length === 0 ? css.grave : undefined}>
          {leavesFor.length === 0
            ? w.stays
            : checkpoint === null
              ? w.leaves
              : w.left({ n: formatNumber(Number(checkpoint.n)), time: formatTime(checkpoint.leftAt) })}
        </p>
        <p className={data.check?.outcome === 'broken' || data.check?.outcome === 'failed' ? css.grave : undefined}>
          {check}
        </p>
        <CheckExtent check={data.check} />
      </div>
      <CheckButton />
    </section>
  )
}

/** Shows the extent of the last check, and the age of the part that has waited longest. */
function CheckExtent({ check }: Pick<ChainState, 'check'>) {
  const w = useWords(chainText)
  if (check === null) return null
  const { isWhole, outcome, oldestAt } = check
  const lines = formatNumber(check.lines)
  // If nothing was checked, the age of the oldest part matters most.
  const isUndone = outcome === 'failed' || outcome === 'unchecked'
  const extent = isUndone
    ? oldestAt === null
      ? null
      : w.oldest({ time: formatTime(oldestAt) })
    : isWhole
      ? w.ofAll({ lines })
      : oldestAt === null
        ? null
        : w.ofNight({ lines, time: formatTime(oldestAt) })
  return (
    <>
      {check.isOverdue ? <p className={css.grave}>{w.overdue}</p> : null}
      {extent === null ? null : <p>{extent}</p>}
      {check.dropped > 0 ? <p>{w.dropped({ count: formatNumber(check.dropped) })}</p> : null}
    </>
  )
}

/** Checks the whole chain. The tray shows the progress, and the result appears beside the button. */
function CheckButton() {
  const w = useWords(chainText)
  const client = useQueryClient()
  const [jobId, setJobId] = useState<string | null>(null)
  const job = useJob(jobId)
  const { mutate, isPending } = useStartJob(logApi.startVerify)
  const isOver = job !== undefined && job.finishedAt !== null
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: [logApi.chain.domain, logApi.chain.name] })
  }, [client, isOver])
  const isBusy = isPending || (jobId !== null && !isOver)
  return (
    <Button size="small" busy={isBusy} onClick={() => mutate({}, { onSuccess: setJobId })}>
      {w.checkNow}
    </Button>
  )
}

function useCheckWords(check: ChainState['check']): string {
  const w = useWords(chainText)
  const locale = useLocale()
  if (check === null || check.outcome === 'unchecked') return w.unchecked
  const time = formatTime(check.checkedAt)
  if (check.outcome === 'failed') return w.failed({ time })
  if (check.outcome === 'held') return w.held({ time })
  if (check.outcome === 'held-in-itself') return w.inItself({ time })
  const fault = check.fault ?? ''
  return w.broken({ time, n: check.faultN ?? '', why: faultWords[fault]?.[locale] ?? fault })
}
