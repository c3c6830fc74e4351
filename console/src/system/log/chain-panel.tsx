import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import type { ChainState } from '@brigade/contract/system/log/log.model.ts'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { chainText, faultWords } from './log.text.ts'
import css from './log.module.css'

/** How far the log is sealed, whether anything of it is kept outside, and what the last check found. */
export function ChainPanel() {
  const w = useWords(chainText)
  const { data } = useQuery({ ...ask(logApi.chain, {}), refetchInterval: 15_000 })
  const check = useCheckWords(data?.check ?? null)
  if (data === undefined) return <div className={css.chain} aria-busy="true" />
  const { n, sealedAt, waiting, checkpoint, leavesFor } = data
  return (
    <div className={css.chain}>
      <p>
        {sealedAt === null ? w.nothing : w.sealed({ n, time: formatTime(sealedAt) })}{' '}
        {waiting > 0 ? w.waiting({ count: waiting }) : null}
      </p>
      <p className={leavesFor.length === 0 ? css.grave : undefined}>
        {leavesFor.length === 0
          ? w.stays
          : checkpoint === null
            ? w.leaves
            : w.left({ n: checkpoint.n, time: formatTime(checkpoint.leftAt) })}
      </p>
      <p className={data.check?.outcome === 'broken' ? css.grave : undefined}>{check}</p>
    </div>
  )
}

function useCheckWords(check: ChainState['check']): string {
  const w = useWords(chainText)
  const locale = useLocale()
  if (check === null || check.outcome === 'unchecked') return w.unchecked
  const time = formatTime(check.checkedAt)
  if (check.outcome === 'held') return w.held({ time })
  if (check.outcome === 'held-in-itself') return w.inItself({ time })
  const fault = check.fault ?? ''
  return w.broken({ time, n: check.faultN ?? '', why: faultWords[fault]?.[locale] ?? fault })
}
