import type { OvenRecipeRow } from '@brigade/contract/recipe/oven.model.ts'
import { useMemo } from 'react'
import { DeviceLink } from '../../device/view/device-link.tsx'
import { formatClock, formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { detailHref } from '../recipe-address.ts'
import { useRecipeName } from '../recipe-names.ts'
import { RecipePicture } from '../recipe-picture.tsx'
import css from '../recipe.module.css'
import { HeldBadge, useReasonWords } from './held-badge.tsx'
import { ovenText } from './oven.text.ts'

const time = (at: string | null) => (at === null ? '' : <span className="time">{formatTime(at)}</span>)
const version = (of: number | null): string => (of === null ? '' : `v${of}`)

/** The columns for the ovens of a recipe, or for the recipes of an oven. */
export function useHeldColumns(of: 'ovens' | 'recipes'): readonly Column<OvenRecipeRow>[] {
  const ovens = useOvenColumns()
  const recipes = useRecipeColumns()
  const shared = useSharedColumns()
  return useMemo(() => [...(of === 'ovens' ? ovens : recipes), ...shared], [of, ovens, recipes, shared])
}

/** On a phone the columns that stay in place leave no room for the column of the state: it is shown with the name. */
const StateOnPhone = ({ state }: Pick<OvenRecipeRow, 'state'>) => (
  <span className={css.onPhone}>
    <HeldBadge state={state} />
  </span>
)

function useOvenColumns(): readonly Column<OvenRecipeRow>[] {
  const w = useWords(ovenText)
  const nameOf = useNameOf()
  return useMemo(
    () => [
      {
        key: 'oven',
        title: w.oven,
        width: 172,
        identifies: true,
        cell: ({ oven, state }) => (
          <Stack.span line="16" shrink className={css.twoLines}>
            <DeviceLink kind="oven" id={oven.id}>
              {oven.sn}
            </DeviceLink>
            <small>{oven.name}</small>
            <StateOnPhone state={state} />
          </Stack.span>
        ),
      },
      {
        key: 'online',
        title: w.connection,
        width: 96,
        cell: ({ online }) => <StateBadge shape={online ? 'online' : 'offline'} word={online ? w.online : w.offline} />,
      },
      { key: 'model', title: w.model, width: 132, isExtra: true, cell: ({ product }) => nameOf(product.name) },
      { key: 'organisation', title: w.organisation, width: 140, cell: ({ organisation }) => organisation },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the names follow the language, as the words do
    [w],
  )
}

function useRecipeColumns(): readonly Column<OvenRecipeRow>[] {
  const w = useWords(ovenText)
  const locale = useLocale()
  const nameOf = useRecipeName()
  return useMemo(
    () => [
      {
        key: 'recipe',
        title: w.recipe,
        width: 260,
        identifies: true,
        cell: ({ recipe, state }) => (
          <span className={`${css.named} ${css.bareOnPhone}`}>
            <RecipePicture fileId={recipe.pictureFileId} />
            <Stack.span line="16" shrink className={css.twoLines}>
              <a href={detailHref(recipe.id)} data-cut="">
                {nameOf(recipe.names, recipe.baseLanguage)}
              </a>
              <small className="mono">{recipe.code}</small>
              <StateOnPhone state={state} />
            </Stack.span>
          </span>
        ),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the names follow the language
    [w, locale],
  )
}

function useSharedColumns(): readonly Column<OvenRecipeRow>[] {
  const w = useWords(ovenText)
  const locale = useLocale()
  const reasonOf = useReasonWords()
  return useMemo(
    () => [
      { key: 'state', title: w.state, width: 128, cell: ({ state }) => <HeldBadge state={state} /> },
      { key: 'held', title: w.held, width: 88, align: 'end', cell: ({ heldVersion }) => version(heldVersion) },
      {
        key: 'wanted',
        title: w.wanted,
        width: 84,
        align: 'end',
        cell: ({ wantedVersion }) => (wantedVersion === null ? w.none : version(wantedVersion)),
      },
      {
        key: 'reason',
        title: w.reason,
        cell: (row) => {
          const reason = reasonOf(row)
          return reason === '' ? (
            ''
          ) : (
            <Stack.span line="16" shrink className={css.twoLines}>
              <span data-cut="">{reason}</span>
              {row.dueAt === null ? null : <small>{w.nextTry({ time: formatClock(row.dueAt) })}</small>}
            </Stack.span>
          )
        },
      },
      {
        key: 'due',
        title: w.due,
        isExtra: true,
        width: 156,
        align: 'end',
        dim: true,
        cell: ({ dueAt, state, reason }) =>
          dueAt !== null ? time(dueAt) : state !== 'held' && reason === 'offline' ? w.dueAtConnect : '',
      },
      {
        key: 'tries',
        title: w.tries,
        width: 80,
        align: 'end',
        isExtra: true,
        cell: ({ tries }) => formatNumber(tries),
      },
      {
        key: 'why',
        title: w.why,
        width: 190,
        isExtra: true,
        cell: ({ byHand, byTarget }) =>
          [byHand ? w.byHand : '', byTarget ? w.bySet : ''].filter(Boolean).join(locale === 'zh' ? '、' : ', '),
      },
      { key: 'by', title: w.by, width: 112, isExtra: true, cell: ({ accountName }) => accountName },
      {
        key: 'firstHeldAt',
        title: w.firstHeld,
        width: 156,
        align: 'end',
        dim: true,
        isExtra: true,
        cell: ({ firstHeldAt }) => time(firstHeldAt),
      },
      {
        key: 'changedAt',
        title: w.changed,
        width: 156,
        align: 'end',
        dim: true,
        sortable: true,
        cell: ({ changedAt }) => time(changedAt),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the reasons follow the language
    [w, locale],
  )
}
