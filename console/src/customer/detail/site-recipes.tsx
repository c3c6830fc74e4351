import { siteApi } from '@brigade/contract/customer/site.endpoints.ts'
import { SiteRecipeSearch, type SiteRecipe } from '@brigade/contract/customer/site.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { RecipeLink } from '../../recipe/recipe-link.tsx'
import { useListSearch } from '../../shell/use-list-search.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { siteRecipesText } from '../site.text.ts'

const { pageNum, pageSize, sort } = SiteRecipeSearch.shape
const TabSearch = z.object({ pageNum, pageSize, sort })
const listName = 'customer.recipes'

/** Recipes on the ovens of a customer: what they hold, and what they are to have. */
export function SiteRecipes({ id }: { id: string }) {
  const w = useWords(siteRecipesText)
  const [search, change] = useListSearch(TabSearch, listName)
  const query = useQuery(askPage(siteApi.siteRecipes, { ...search, id }, { quiet: true }))
  const columns = useColumns()
  return (
    <DataTable
      name={listName}
      label={w.recipes}
      columns={columns}
      rowKey={(row) => row.recipe.id}
      rowName={(row) => row.recipe.id}
      query={query}
      search={search}
      onSearch={change}
      empty={{ title: w.none, hint: w.noneHint }}
    />
  )
}

function useColumns(): readonly Column<SiteRecipe>[] {
  const w = useWords(siteRecipesText)
  const locale = useLocale()
  return useMemo(() => {
    /** All ovens have one version, or how many have which. */
    const versions = (some: SiteRecipe['held'], ovens: number) =>
      some
        .map(({ version, ovens: count }) =>
          count === ovens ? w.version({ version }) : w.versionOn({ version, count }),
        )
        .join(w.mark)
    return [
      {
        key: 'name',
        title: w.recipe,
        width: 240,
        identifies: true,
        cell: ({ recipe }) => <RecipeLink id={recipe.id}>{recipe.name[locale]}</RecipeLink>,
      },
      { key: 'ovens', title: w.ovens, width: 88, align: 'end', cell: (row) => formatNumber(row.ovens) },
      {
        key: 'held',
        onPhone: 'more',
        title: w.held,
        width: 200,
        cell: (row) => (row.held.length === 0 ? <Text tone="ink-3">{w.notHeld}</Text> : versions(row.held, row.ovens)),
      },
      {
        key: 'wanted',
        title: w.wanted,
        width: 200,
        cell: (row) =>
          row.wanted.length === 0 ? <Text tone="ink-3">{w.removed}</Text> : versions(row.wanted, row.ovens),
      },
      {
        key: 'state',
        onPhone: 'state',
        title: w.state,
        width: 168,
        cell: ({ failing, waiting }) =>
          failing > 0 ? (
            <Text tone="bad">{w.failing({ count: failing })}</Text>
          ) : waiting > 0 ? (
            w.waiting({ count: waiting })
          ) : (
            w.done
          ),
      },
      {
        key: 'changedAt',
        title: w.changed,
        width: 168,
        align: 'end',
        sortable: true,
        cell: (row) => <span className="time">{formatTime(row.changedAt)}</span>,
      },
    ]
  }, [w, locale])
}
