import type { RecipeRow } from '@brigade/contract/recipe/recipe.model.ts'
import { useMemo } from 'react'
import { formatNumber, formatTime, orDash } from '../../platform/format.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { CoverageMarks, RecipeStatusBadge } from '../recipe-badge.tsx'
import { useFiledName } from '../recipe-names.ts'
import { recipeText } from '../recipe.text.ts'

/** Spec 3, Recipe: name, models, category, languages, status, counts, creator and update time. */
export function useRecipeColumns(): readonly Column<RecipeRow>[] {
  const w = useWords(recipeText)
  const filedName = useFiledName()
  const nameOf = useNameOf()
  return useMemo(
    () => [
      { key: 'name', title: w.name, width: 220, identifies: true, cell: (row) => filedName(row.names) },
      {
        key: 'code',
        title: w.code,
        width: 128,
        sortable: true,
        cell: (row) => <span className="mono">{row.code}</span>,
      },
      {
        key: 'status',
        title: w.status,
        width: 184,
        cell: (row) => <RecipeStatusBadge status={row.status} />,
      },
      {
        key: 'category',
        title: w.category,
        width: 128,
        cell: (row) => (row.category === null ? '' : filedName(row.category.names)),
      },
      { key: 'models', title: w.models, cell: (row) => row.products.map(({ name }) => nameOf(name)).join(', ') },
      { key: 'languages', title: w.languages, width: 232, cell: (row) => <CoverageMarks coverage={row.coverage} /> },
      { key: 'stages', title: w.stages, width: 80, align: 'end', cell: (row) => formatNumber(row.stages) },
      { key: 'version', title: w.version, width: 80, align: 'end', cell: (row) => orDash(row.publishedVersion) },
      {
        key: 'favourites',
        title: w.favourites,
        width: 96,
        align: 'end',
        isExtra: true,
        cell: (row) => formatNumber(row.favourites),
      },
      {
        key: 'downloads',
        title: w.downloads,
        width: 104,
        align: 'end',
        isExtra: true,
        cell: (row) => formatNumber(row.downloads),
      },
      { key: 'creator', title: w.creator, width: 128, cell: (row) => row.creator },
      {
        key: 'organisation',
        title: w.organisation,
        width: 160,
        isExtra: true,
        cell: (row) => row.organisation.name,
      },
      {
        key: 'updatedAt',
        title: w.changed,
        width: 164,
        align: 'end',
        dim: true,
        sortable: true,
        cell: (row) => <span className="time">{formatTime(row.updatedAt)}</span>,
      },
      {
        key: 'createdAt',
        title: w.created,
        width: 164,
        align: 'end',
        dim: true,
        sortable: true,
        isExtra: true,
        cell: (row) => <span className="time">{formatTime(row.createdAt)}</span>,
      },
    ],
    [w, filedName, nameOf],
  )
}
