import type { RecipeRow } from '@brigade/contract/recipe/recipe.model.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import type { BatchAction, RowAction, TableQuery, TableSearch } from '../../ui/data-table/column.ts'
import { TableFoot } from '../../ui/data-table/table-foot.tsx'
import { RowCheck } from '../../ui/field/checkbox.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Box, Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { uiText } from '../../ui/ui.text.ts'
import { LanguageDiscs, RecipeBadge } from '../recipe-badge.tsx'
import { detailHref } from '../recipe-address.ts'
import { useRecipeName } from '../recipe-names.ts'
import { RecipePicture } from '../recipe-picture.tsx'
import { recipeWords } from '../recipe.text.ts'
import css from './cards.module.css'

type Props = {
  query: TableQuery<RecipeRow>
  search: TableSearch
  onSearch: (patch: Partial<TableSearch>) => void
  onClearFilters: (() => void) | undefined
  lead: ReactNode
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  rowActions: (row: RecipeRow) => readonly RowAction[]
  batchActions: readonly BatchAction[]
  empty: { title: string; hint: string; action: ReactNode }
}

/** The same rows as cards with their pictures. */
export function RecipeCards(props: Props) {
  const { query, search, onSearch, onClearFilters, lead, selected, onSelect, rowActions, batchActions, empty } = props
  const u = useWords(uiText)
  const r = useWords(recipeWords)
  const rows = query.data?.list ?? []
  if (query.error !== null && query.data === undefined)
    return <ErrorPanel message={query.error.message} onRetry={() => void query.refetch()} />
  const toggle = (id: string, isOn: boolean): void => {
    const next = new Set(selected)
    if (isOn) next.add(id)
    else next.delete(id)
    onSelect(next)
  }
  return (
    <Stack.section gap="12" padding="0 gutter 16" aria-label={r.title}>
      <Row gap="8" align="center" minHeight="40" wrap>
        {selected.size === 0 ? (
          lead
        ) : (
          <>
            <b>{u.selected({ n: selected.size })}</b>
            {batchActions.map(({ key, icon, label, onClick, disabledReason, danger }) => (
              <Button
                key={key}
                size="small"
                icon={icon}
                look={danger === true ? 'danger' : 'plain'}
                disabledReason={disabledReason}
                onClick={onClick}
              >
                {label}
              </Button>
            ))}
            <Button size="small" look="quiet" onClick={() => onSelect(new Set())}>
              {u.clearSelection}
            </Button>
          </>
        )}
      </Row>
      {query.data !== undefined && rows.length === 0 ? (
        onClearFilters === undefined ? (
          <EmptyPanel {...empty} />
        ) : (
          <EmptyPanel
            title={u.filteredEmpty}
            hint={u.filteredEmptyHint}
            icon="filter-off"
            onAction={onClearFilters}
            actionLabel={u.clearFilters}
          />
        )
      ) : (
        <Grid.ul
          gap="16"
          className={`${css.cards} ${query.isPlaceholderData ? css.stale : ''}`}
          aria-busy={query.isFetching}
        >
          {query.data === undefined
            ? Array.from({ length: 6 }, (_, index) => (
                <Box.li key={index} radius="m" ground="canvas" className={css.bone} aria-hidden="true" />
              ))
            : rows.map((row) => (
                <RecipeCard
                  key={row.id}
                  row={row}
                  isSelected={selected.has(row.id)}
                  onSelect={(isOn) => toggle(row.id, isOn)}
                  actions={rowActions(row)}
                />
              ))}
        </Grid.ul>
      )}
      {query.data === undefined || rows.length === 0 ? null : (
        <TableFoot label={r.title} page={query.data} search={search} onSearch={onSearch} />
      )}
    </Stack.section>
  )
}

type CardProps = {
  row: RecipeRow
  isSelected: boolean
  onSelect: (isOn: boolean) => void
  actions: readonly RowAction[]
}

function RecipeCard({ row, isSelected, onSelect, actions }: CardProps) {
  const u = useWords(uiText)
  const r = useWords(recipeWords)
  const nameOf = useRecipeName()
  const productName = useNameOf()
  const name = nameOf(row.names, row.baseLanguage) || r.noName
  return (
    <Box.li border="line" radius="m" overflow="hidden" ground="paper" relative className={isSelected ? css.chosen : ''}>
      <RecipePicture fileId={row.pictureFileId} size="card" />
      <Stack.span padding="4" radius="s" ground="paper" className={css.check}>
        <RowCheck checked={isSelected} label={u.selectRow({ row: name })} onChange={onSelect} />
      </Stack.span>
      <Stack gap="4" className={css.text}>
        <Row gap="8" align="center" justify="between" weight="600" shrink className={css.top}>
          {row.removedAt === null ? (
            <a href={detailHref(row.id)} data-cut="">
              {name}
            </a>
          ) : (
            <b data-cut="">{name}</b>
          )}
          {actions.length === 0 ? null : (
            <ActionMenu
              target={<IconButton size="small" icon="dots" label={`${u.moreActions}: ${name}`} />}
              actions={actions}
            />
          )}
        </Row>
        <RecipeBadge status={row.removedAt === null ? row.status : 'removed'} />
        <Text.p size="xs" tone="ink-3" cut data-cut="">
          <span className="mono">{row.code}</span>{' '}
          {[
            row.category === null ? '' : nameOf(row.category.names),
            ...row.products.map((each) => productName(each.name)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text.p>
        <LanguageDiscs languages={row.languages} coverage={row.coverage} />
        <Counts row={row} />
      </Stack>
    </Box.li>
  )
}

const counts = [
  { key: 'favourites', icon: 'bookmark' },
  { key: 'downloads', icon: 'download' },
  { key: 'cooked', icon: 'flame' },
] as const

/** Shows how many people keep the recipe, how many ovens hold it, and how often it was cooked. */
function Counts({ row }: { row: RecipeRow }) {
  const r = useWords(recipeWords)
  return (
    <Row.p gap="16" size="xs" tone="ink-3">
      {counts.map(({ key, icon }) => (
        <Row.span key={key} inline gap="4" align="center" tabular data-tip={r[key]}>
          <Icon name={icon} size="small" />
          <span className="vh">{r[key]} </span>
          {formatNumber(row[key])}
        </Row.span>
      ))}
    </Row.p>
  )
}
