import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import type { TargetRow } from '@brigade/contract/recipe/oven.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { CustomerLink } from '../../customer/customer-link.tsx'
import { useCan } from '../../platform/can.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { PagedTable } from '../../ui/data-table/plain-table.tsx'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { detailHref } from '../recipe-address.ts'
import { useRecipeName } from '../recipe-names.ts'
import css from './oven.module.css'
import { ovenText } from './oven.text.ts'

type Of = { recipeId: string } | { organisationId?: string }
type Props = {
  of: Of
  /** Shows that there is none, and how to add one. */
  empty: string
}

/** Recipes that ovens of organisations get by themselves: of one recipe, of one organisation, or all. */
export function SetsTable({ of, empty }: Props) {
  const w = useWords(ovenText)
  const [page, setPage] = useState({ pageNum: 1, pageSize: 10 })
  const [taking, setTaking] = useState<TargetRow | null>(null)
  const { data, error, refetch } = useQuery(askPage(ovenRecipeApi.targets, { ...of, ...page }, { quiet: true }))
  const columns = useColumns('recipeId' in of, setTaking)
  return (
    <>
      {error !== null && data === undefined ? (
        <ErrorPanel message={error.message} onRetry={() => void refetch()} />
      ) : data?.total === 0 ? (
        <Text.p padding="12 16" tone="ink-3" className={css.quiet}>
          {empty}
        </Text.p>
      ) : (
        <div aria-busy={data === undefined}>
          <PagedTable
            label={w.sets}
            columns={columns}
            page={data}
            search={page}
            onSearch={(patch) => setPage((before) => ({ ...before, ...patch }))}
            rowKey={({ organisation, recipe }) => `${organisation.id} ${recipe.id}`}
          />
        </div>
      )}
      <TakeBack row={taking} onClose={() => setTaking(null)} />
    </>
  )
}

function useColumns(isOfRecipe: boolean, onTake: (row: TargetRow) => void): readonly Column<TargetRow>[] {
  const w = useWords(ovenText)
  const locale = useLocale()
  const nameOf = useRecipeName()
  const can = useCan()
  return useMemo(
    () => [
      {
        key: 'organisation',
        title: w.organisation,
        width: 160,
        identifies: true,
        cell: ({ organisation: { id, name, kind } }) =>
          kind === 'customer' ? <CustomerLink id={id}>{name}</CustomerLink> : name,
      },
      ...(isOfRecipe
        ? []
        : [
            {
              key: 'recipe',
              title: w.recipe,
              width: 168,
              cell: ({ recipe }: TargetRow) => (
                <a href={detailHref(recipe.id, 'ovens')}>{nameOf(recipe.names, recipe.baseLanguage)}</a>
              ),
            },
          ]),
      { key: 'ovens', title: w.setOvens, width: 68, align: 'end', cell: ({ ovens }) => formatNumber(ovens) },
      { key: 'held', title: w.setHeld, width: 72, align: 'end', cell: ({ held }) => formatNumber(held) },
      { key: 'by', title: w.setBy, width: 88, cell: ({ createdBy }) => createdBy },
      {
        key: 'at',
        title: w.setAt,
        width: 156,
        align: 'end',
        dim: true,
        cell: ({ createdAt }) => <span className="time">{formatTime(createdAt)}</span>,
      },
      {
        key: 'actions',
        title: '',
        width: 96,
        align: 'end',
        overflows: true,
        cell: (row) =>
          can('recipe:send') ? (
            <Button size="small" look="quiet" onClick={() => onTake(row)}>
              {w.takeBack}
            </Button>
          ) : (
            ' '
          ),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the names follow the language
    [w, locale, isOfRecipe, can, onTake],
  )
}

function TakeBack({ row, onClose }: { row: TargetRow | null; onClose: () => void }) {
  const w = useWords(ovenText)
  const save = useSend(ovenRecipeApi.saveTargets, { quiet: true })
  const last = useLast(row)
  if (last === null) return null
  const { organisation, recipe, ovens } = last
  return (
    <PasswordPrompt
      title={w.takeBackTitle(organisation)}
      isOpen={row !== null}
      onClose={onClose}
      danger
      confirmLabel={w.takeBack}
      onConfirm={async (password) => {
        await save.mutateAsync({ recipeIds: [recipe.id], organisationIds: [organisation.id], how: 'remove', password })
        toastDone(w.takenBack(organisation))
      }}
    >
      {w.takeBackBody({ n: formatNumber(ovens) })}
    </PasswordPrompt>
  )
}
