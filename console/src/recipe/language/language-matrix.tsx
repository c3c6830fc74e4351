import { recipeLanguageApi } from '@brigade/contract/recipe/language.endpoints.ts'
import { MatrixSearch, type MatrixRow } from '@brigade/contract/recipe/language.model.ts'
import { recipeLanguages } from '@brigade/contract/recipe/recipe.model.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { useMemo, useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { download, saveBlob } from '../../platform/call.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useList } from '../../shell/use-list.ts'
import { Button } from '../../ui/button/button.tsx'
import type { BatchAction, Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { momentColumn } from '../../ui/data-table/time-column.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { CoverageShape } from '../recipe-badge.tsx'
import { translateHref } from '../recipe-address.ts'
import css from '../recipe.module.css'
import { recipeWords } from '../recipe.text.ts'
import { useRecipeFilters } from '../list/recipe-filters.ts'
import { ImportTexts } from './import-texts.tsx'
import { languageText } from './language.text.ts'

/**
 * Shows the coverage of each recipe in each language; a cell links to its texts. Tables of texts are exported and
 * imported here.
 */
export function LanguageMatrix() {
  const w = useWords(languageText)
  const can = useCan()
  const { search, form, table } = useList(recipeLanguageApi.matrix, MatrixSearch, 'recipe.language', useRecipeFilters())
  const [selected, setSelected] = useSelection(search)
  const [isImporting, setImporting] = useState(false)
  const columns = useColumns()
  const { pageNum: _num, pageSize: _size, sort: _sort, ...shown } = search
  const save = async (format: 'xlsx' | 'csv', ids?: string[]): Promise<void> => {
    const { blob, name } = await download(recipeLanguageApi.exportTexts, {
      ...(ids === undefined ? shown : { ids }),
      format,
    })
    saveBlob(blob, name)
  }
  const ids = [...selected]
  const batch: readonly BatchAction[] = can('recipe:export')
    ? [
        { key: 'xlsx', icon: 'download', label: w.xlsx, onClick: () => void save('xlsx', ids) },
        { key: 'csv', icon: 'download', label: w.csv, onClick: () => void save('csv', ids) },
      ]
    : []
  return (
    <ListPage
      title={w.title}
      primary={
        can('recipe:import') ? (
          <Button icon="upload" onClick={() => setImporting(true)}>
            {w.importTable}
          </Button>
        ) : null
      }
      filters={<SearchForm {...form} />}
    >
      <DataTable
        {...table}
        label={w.title}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        {...(batch.length === 0 ? {} : { selection: { selected, onChange: setSelected, actions: batch } })}
        onExport={can('recipe:export') ? (format) => void save(format) : undefined}
        empty={{ title: w.emptyTitle }}
      />
      <ImportTexts isOpen={isImporting} onClose={() => setImporting(false)} />
    </ListPage>
  )
}

function useColumns(): readonly Column<MatrixRow>[] {
  const w = useWords(languageText)
  const r = useWords(recipeWords)
  const locale = useLocale()
  return useMemo(
    () => [
      {
        key: 'name',
        title: r.name,
        width: 216,
        identifies: true,
        cell: (row) => <a href={translateHref(row.id)}>{row.name === '' ? r.noName : row.name}</a>,
      },
      {
        key: 'code',
        title: r.code,
        width: 108,
        sortable: true,
        cell: (row) => <span className="mono">{row.code}</span>,
      },
      ...recipeLanguages.map((language): Column<MatrixRow> => ({
        key: language,
        title: recipeLanguageWords[language][locale],
        width: 106,
        overflows: true,
        cell: (row) => {
          const coverage = row.coverage[language]
          return (
            <Row.a
              inline
              gap="4"
              align="center"
              nowrap
              className={css.cover}
              href={translateHref(row.id, language)}
              data-tip={
                coverage !== null && coverage.outdated > 0 ? w.outdatedCount({ n: coverage.outdated }) : undefined
              }
            >
              <CoverageShape extent={coverage?.state ?? 'notChosen'} />
              {coverage === null ? null : w.done(coverage)}
              {row.baseLanguage === language ? <Text.small tone="ink-3">{r.base}</Text.small> : null}
              {coverage === null || coverage.outdated === 0 ? null : (
                <Text.small tone="ink-3" className={css.warn}>
                  {r.outdated}
                </Text.small>
              )}
            </Row.a>
          )
        },
      })),
      momentColumn('updatedAt', r.updated, { width: 168, sortable: true }),
    ],
    [w, r, locale],
  )
}
