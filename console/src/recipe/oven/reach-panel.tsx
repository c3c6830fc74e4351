import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import type { SendingCheck, SendingReach } from '@brigade/contract/recipe/oven.model.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import type { CallError } from '../../platform/call-error.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { useSettled } from '../../ui/form/use-settled.ts'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { useReasonWords } from './held-badge.tsx'
import css from './oven.module.css'
import { ovenText } from './oven.text.ts'

type Reach = Pick<UseQueryResult<SendingReach, CallError>, 'data' | 'error' | 'refetch'>

/** Whom a sending would reach, asked once the choice rests. Of a choice that has changed since nothing is known. */
export function useReach(asked: SendingCheck | null): Reach {
  const settled = useSettled(JSON.stringify(asked))
  const isSettled = settled === JSON.stringify(asked)
  const query = useQuery({
    queryKey: ['recipe', 'checkSending', settled],
    queryFn: () => (asked === null ? Promise.reject(new Error()) : call(ovenRecipeApi.checkSending, asked, { quiet: true })),
    enabled: asked !== null && isSettled,
    meta: { quiet: true },
  })
  return isSettled ? query : { ...query, data: undefined, error: null }
}

type Props = { reach: Reach; isOfSeveral: boolean }

/** What will happen, before it does: who gets it, who has it, and what does not fit, with the reason. */
export function ReachPanel({ reach: { data, error, refetch }, isOfSeveral }: Props) {
  const w = useWords(ovenText)
  const reasonOf = useReasonWords()
  return (
    <section className={css.block} aria-label={w.whatHappens}>
      <h3>{w.whatHappens}</h3>
      {data !== undefined ? (
        <>
          <p className={css.figures} role="status">
            <StateBadge shape="standby" tone="accent" word={w.gets} fact={formatNumber(data.fits - data.held)} />
            <StateBadge shape="completed" word={w.already} fact={formatNumber(data.held)} />
            <StateBadge shape="disabled" word={w.unfit} fact={formatNumber(data.pairs - data.fits)} />
            <span>{w.amongOvens({ n: formatNumber(data.ovens) })}</span>
          </p>
          {isOfSeveral ? <p className={css.quiet}>{w.pairsCounted}</p> : null}
          {data.unfit.length === 0 ? null : (
            <PlainTable
              label={w.unfitTitle}
              rows={data.unfit}
              rowKey={({ reason }) => reason}
              columns={[
                { key: 'reason', title: w.unfitTitle, cell: reasonOf },
                {
                  key: 'pairs',
                  title: w.setOvens,
                  width: 88,
                  align: 'end',
                  cell: ({ pairs }) => formatNumber(pairs),
                },
              ]}
            />
          )}
        </>
      ) : error === null ? (
        <p className={css.quiet} role="status" aria-busy="true">
          {w.checking}
        </p>
      ) : (
        <ErrorPanel message={error.message} onRetry={() => void refetch()} />
      )}
    </section>
  )
}
