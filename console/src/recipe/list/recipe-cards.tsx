import type { RecipeRow } from '@brigade/contract/recipe/recipe.model.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import type { BatchAction, RowAction, TableQuery, TableSearch } from '../../ui/data-table/column.ts'
import { TableFoot } from '../../ui/data-table/table-foot.tsx'
import { RowCheck } from '../../ui/field/checkbox.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
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
    <section aria-label={r.title} className={css.whole}>
      <div className={css.bar}>
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
      </div>
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
        <ul className={`${css.cards} ${query.isPlaceholderData ? css.stale : ''}`} aria-busy={query.isFetching}>
          {query.data === undefined
            ? Array.from({ length: 6 }, (_, index) => <li key={index} className={css.bone} aria-hidden="true" />)
            : rows.map((row) => (
                <RecipeCard
                  key={row.id}
                  row={row}
                  isSelected={selected.has(row.id)}
                  onSelect={(isOn) => toggle(row.id, isOn)}
                  actions={rowActions(row)}
                />
              ))}
        </ul>
      )}
      {query.data === undefined || rows.length === 0 ? null : (
        <TableFoot label={r.title} page={query.data} search={search} onSearch={onSearch} />
      )}
    </section>
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
    <li className={`${css.card} ${isSelected ? css.chosen : ''}`}>
      <RecipePicture fileId={row.pictureFileId} size="card" />
      <span className={css.check}>
        <RowCheck checked={isSelected} label={u.selectRow({ row: name })} onChange={onSelect} />
      </span>
      <div className={css.text}>
        <div className={css.top}>
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
        </div>
        <RecipeBadge status={row.removedAt === null ? row.status : 'removed'} />
        <p className={css.facts} data-cut="">
          <span className="mono">{row.code}</span>{' '}
          {[
            row.category === null ? '' : nameOf(row.category.names),
            ...row.products.map((each) => productName(each.name)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <LanguageDiscs languages={row.languages} coverage={row.coverage} />
        <Counts row={row} />
      </div>
    </li>
  )
}

const counts = [
  { key: 'favourites', icon: 'bookmark' },
  { key: 'downloads', icon: 'download' },
  { key: 'cooked', icon: 'flame' },
] as const

/** How often it is kept by people, held by ovens, and cooked. */
function Counts({ row }: { row: RecipeRow }) {
  const r = useWords(recipeWords)
  return (
    <p className={css.counts}>
      {counts.map(({ key, icon }) => (
        <span key={key} data-tip={r[key]}>
          <Icon name={icon} size="small" />
          <span className="vh">{r[key]} </span>
          {formatNumber(row[key])}
        </span>
      ))}
    </p>
  )
}
