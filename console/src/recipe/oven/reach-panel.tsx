import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import type { SendingCheck, SendingReach } from '@brigade/contract/recipe/oven.model.ts'
import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { useSettled } from '../../ui/form/use-settled.ts'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { useRecipeName } from '../recipe-names.ts'
import { useReasonWords } from './held-badge.tsx'
import css from './oven.module.css'
import { ovenText } from './oven.text.ts'

type Reach = Pick<UseQueryResult<SendingReach>, 'data' | 'error' | 'refetch'>

/** The ovens that a sending would reach, read when the choice has settled. After a new choice the earlier answer does not apply. */
export function useReach(request: SendingCheck | null): Reach {
  const settled = useSettled(JSON.stringify(request))
  const isSettled = settled === JSON.stringify(request)
  const query = useQuery({
    queryKey: ['recipe', 'checkSending', settled],
    queryFn:
      request === null || !isSettled ? skipToken : () => call(ovenRecipeApi.checkSending, request, { quiet: true }),
    meta: { quiet: true },
  })
  return isSettled ? query : { ...query, data: undefined, error: null }
}

type Props = { reach: Reach; isOfSeveral: boolean }

/** A preview: the ovens that get it, those that have it, and those that it does not fit, with the reason. */
export function ReachPanel({ reach: { data, error, refetch }, isOfSeveral }: Props) {
  const w = useWords(ovenText)
  return (
    <Stack.section gap="12" padding="12 24" className={css.block} aria-label={w.whatHappens}>
      <Text.h3 size="m">{w.whatHappens}</Text.h3>
      {data !== undefined ? (
        <>
          <Row.p gap="4 24" wrap role="status">
            <StateBadge shape="standby" tone="accent" word={w.gets} fact={formatNumber(data.fits - data.held)} />
            <StateBadge shape="completed" word={w.already} fact={formatNumber(data.held)} />
            <StateBadge shape="disabled" word={w.unfit} fact={formatNumber(data.pairs - data.fits)} />
            <span>{w.amongOvens({ n: formatNumber(data.ovens) })}</span>
          </Row.p>
          {isOfSeveral ? (
            <Text.p padding="12 16" tone="ink-3" className={css.quiet}>
              {w.pairsCounted}
            </Text.p>
          ) : null}
          {data.unfit.map((each) => (
            <Unfit key={each.reason} {...each} />
          ))}
        </>
      ) : error === null ? (
        <Text.p padding="12 16" tone="ink-3" className={css.quiet} role="status" aria-busy="true">
          {w.checking}
        </Text.p>
      ) : (
        <ErrorPanel message={error.message} onRetry={() => void refetch()} />
      )}
    </Stack.section>
  )
}

type UnfitProps = SendingReach['unfit'][number]

/** Ovens that do not get it, the first of them by name, with the reason. */
function Unfit({ reason, pairs, some }: UnfitProps) {
  const w = useWords(ovenText)
  const reasonOf = useReasonWords()
  const nameOf = useRecipeName()
  return (
    <Stack gap="4">
      <Text.h4 margin="0" size="s" weight="600">
        {w.unfitBecause({ reason: reasonOf({ reason }), n: formatNumber(pairs) })}
      </Text.h4>
      <PlainTable
        label={reasonOf({ reason })}
        rows={some}
        rowKey={({ recipe, oven }) => `${recipe.id} ${oven.id}`}
        maxHeight={200}
        columns={[
          {
            key: 'oven',
            title: w.oven,
            width: 240,
            cell: ({ oven }) => [oven.sn, oven.name].filter(Boolean).join(' · '),
          },
          {
            key: 'recipe',
            title: w.recipe,
            width: 180,
            cell: ({ recipe }) => nameOf(recipe.names, recipe.baseLanguage),
          },
          { key: 'detail', title: w.reason, cell: ({ detail }) => detail || reasonOf({ reason }) },
        ]}
      />
      {some.length < pairs ? (
        <Text.p padding="12 16" tone="ink-3" className={css.quiet}>
          {w.unfitMore({ n: formatNumber(pairs - some.length) })}
        </Text.p>
      ) : null}
    </Stack>
  )
}
