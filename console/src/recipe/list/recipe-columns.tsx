import type { RecipeRow } from '@brigade/contract/recipe/recipe.model.ts'
import { useMemo } from 'react'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { LanguageSummary, RecipeBadge } from '../recipe-badge.tsx'
import { detailHref } from '../recipe-address.ts'
import { useRecipeName } from '../recipe-names.ts'
import { RecipePicture } from '../recipe-picture.tsx'
import css from '../recipe.module.css'
import { recipeWords } from '../recipe.text.ts'
import { listText } from './list.text.ts'

const time = (at: string) => <span className="time">{formatTime(at)}</span>

export function useRecipeColumns(): readonly Column<RecipeRow>[] {
  const r = useWords(recipeWords)
  const locale = useLocale()
  const nameOf = useRecipeName()
  const productName = useNameOf()
  return useMemo(
    () => [
      {
        key: 'name',
        title: r.name,
        width: 244,
        identifies: true,
        cell: (row) => <NameCell row={row} name={nameOf(row.names, row.baseLanguage) || r.noName} />,
      },
      {
        key: 'code',
        title: r.code,
        width: 112,
        sortable: true,
        isExtra: true,
        cell: ({ code }) => <span className="mono">{code}</span>,
      },
      {
        key: 'status',
        title: r.status,
        width: 128,
        cell: (row) => <RecipeBadge status={row.removedAt === null ? row.status : 'removed'} isShort />,
      },
      {
        key: 'category',
        onPhone: 'more',
        title: r.category,
        width: 84,
        cell: (row) => (row.category === null ? '' : nameOf(row.category.names)),
      },
      {
        key: 'models',
        title: r.models,
        width: 104,
        cell: (row) => <ModelsCell names={row.products.map(({ name }) => productName(name))} />,
      },
      {
        key: 'languages',
        title: r.languages,
        width: 76,
        cell: (row) => <LanguageSummary languages={row.languages} coverage={row.coverage} />,
      },
      ...(['stages', 'favourites', 'downloads', 'cooked'] as const).map((key): Column<RecipeRow> => ({
        key,
        title: r[key],
        width: 80,
        align: 'end',
        isExtra: key === 'stages',
        cell: (row) => formatNumber(row[key]),
      })),
      { key: 'creator', title: r.creator, width: 120, isExtra: true, cell: (row) => row.creator },
      {
        key: 'updatedAt',
        onPhone: 'more',
        title: r.updated,
        width: 150,
        align: 'end',
        sortable: true,
        cell: (row) => time(row.updatedAt),
      },
      ...extraColumns(r),
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the names follow the language
    [r, locale],
  )
}

/** These columns are hidden until a person chooses them. */
const extraColumns = (r: ReturnType<typeof useWords<typeof recipeWords>>): readonly Column<RecipeRow>[] => [
  {
    key: 'version',
    title: r.version,
    width: 84,
    align: 'end',
    isExtra: true,
    cell: (row) => (row.publishedVersion === null ? '' : `v${row.publishedVersion}`),
  },
  {
    key: 'organisation',
    title: r.organisation,
    width: 140,
    isExtra: true,
    cell: (row) => row.organisation?.name ?? r.organisationAbove,
  },
  {
    key: 'createdAt',
    title: r.created,
    width: 156,
    align: 'end',
    sortable: true,
    isExtra: true,
    cell: (row) => time(row.createdAt),
  },
]

/** The first and how many more; all of them on hover. */
function ModelsCell({ names }: { names: readonly string[] }) {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const [first = '', ...more] = names
  if (more.length === 0) return first
  return (
    <Row.span gap="6" shrink className={css.firstOf} data-tip={names.join(r.listMark)}>
      <span data-cut="">{first}</span>
      <Text.small size="xs" tone="ink-3" rigid aria-hidden="true">
        {w.more({ n: formatNumber(more.length) })}
      </Text.small>
      <span className="vh">{r.listMark + more.join(r.listMark)}</span>
    </Row.span>
  )
}

/** One that was deleted has no page of its own. */
const NameCell = ({ row, name }: { row: RecipeRow; name: string }) => (
  <span className={css.named}>
    <RecipePicture fileId={row.pictureFileId} />
    <Stack.span line="16" shrink className={css.twoLines}>
      {row.removedAt === null ? (
        <a href={detailHref(row.id)} data-cut="">
          {name}
        </a>
      ) : (
        <span data-cut="">{name}</span>
      )}
      <small className="mono">{row.code}</small>
    </Stack.span>
  </span>
)
