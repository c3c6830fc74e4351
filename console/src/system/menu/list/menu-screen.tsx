import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import { menuLimits, type MenuNode, MenuSearch } from '@brigade/contract/system/menu/menu.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useRefresh } from '../../../ui/data-table/use-refresh.ts'
import { useMemo, useState } from 'react'
import { useCan } from '../../../platform/can.ts'
import { useKept } from '../../../platform/kept-work.ts'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { useActButton } from '../../../shell/acts/use-act.tsx'
import { useListSearch } from '../../../shell/use-list-search.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import type { RowAction } from '../../../ui/data-table/column.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { ListPage } from '../../../ui/list-page/list-page.tsx'
import { EmptyPanel } from '../../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { isFiltered, yesNo, type Filter } from '../../../ui/search-form/filter.ts'
import { SearchForm } from '../../../ui/search-form/search-form.tsx'
import { Tree } from '../../../ui/tree/tree.tsx'
import { branchIds, narrowed } from '../../../ui/tree/tree-rows.ts'
import { useOpened } from '../../../ui/tree/use-opened.ts'
import { uiText } from '../../../ui/ui.text.ts'
import { systemActs } from '../../system-acts.ts'
import { MenuSheet, type Editing } from '../form/menu-sheet.tsx'
import { useMenuColumns } from './menu-columns.tsx'
import css from './menu.module.css'
import { menuListText, menuWords } from '../menu-screen.text.ts'
import { allRows, asTree, matches, moveBeside } from '../menu-tree.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useMenuActions, type MenuActions } from './use-menu-actions.tsx'
import { useMenuOrder } from './use-menu-order.ts'
import { useRowName } from '../use-row-name.ts'
import { z } from 'zod'

const { keyword, enabled, isOperation, isChanged } = MenuSearch.shape

/** The address holds these parameters of the screen. */
const TreeSearch = z.object({ keyword, enabled, isOperation, isChanged })
type TreeSearch = z.output<typeof TreeSearch>

function useMenuFilters(): readonly Filter<keyof TreeSearch>[] {
  const m = useWords(menuWords)
  const w = useWords(menuListText)
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    yesNo('enabled', { label: m.state, any: w.anyState, yes: m.enabled, no: m.disabled }),
    yesNo('isOperation', { label: w.kind, any: w.anyKind, yes: w.buttons, no: w.screens }),
    yesNo('isChanged', { label: w.difference, any: w.anyDifference, yes: w.changedRows, no: w.asGiven }),
  ]
}

/** The whole menu as a tree that is edited in place. */
export function MenuScreen() {
  const m = useWords(menuWords)
  const w = useWords(menuListText)
  const can = useCan()
  const nameOf = useRowName()
  const query = useQuery(ask(menuApi.tree, {}, { quiet: true }))
  const refresh = useRefresh(query)
  const ordering = useMenuOrder(query.data)
  const view = useTreeView(ordering.nodes)
  const [editing, setEditing] = useKept<Editing | null>('menu sheet', null)
  const [moving, setMoving] = useState<MenuNode | null>(null)
  const [found, setFound] = useState<string | null>(null)
  const [actions, dialogs] = useMenuActions()
  const columns = useMenuColumns(ordering.nodes)
  const rowActions = useRowActions(actions, setEditing, setMoving)
  const mayEdit = can('menu:update')
  const add = useActButton(systemActs.addMenu, () => setEditing({ id: null, parentId: null }))
  const order = {
    onMove: (id: string, to: number) => ordering.move(moveBeside(ordering.nodes, id, to)),
    offReason: view.isFiltered ? w.noMoveFiltered : undefined,
  }
  /** Opens the parent rows and scrolls to the row when it is rendered. */
  const goTo = (id: string, parentId: string | null): void => {
    if (parentId !== null) view.setOpen([parentId], true)
    setFound(id)
  }
  return (
    <ListPage
      title={m.title}
      primary={add}
      filters={<SearchForm name="menu" filters={view.filters} search={view.search} onSearch={view.change} />}
    >
      <TreeBar view={view} nodes={ordering.nodes} actions={actions} onRefresh={refresh} />
      {query.data === undefined && query.error !== null ? (
        <ErrorPanel message={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <Tree
          label={m.title}
          columns={columns}
          nodes={view.shown}
          nameOf={nameOf}
          opened={view.opened}
          onToggle={(id, isOpen) => view.setOpen([id], isOpen)}
          isMarked={isMarked}
          isQuiet={isQuiet}
          rowActions={rowActions}
          onOpen={mayEdit ? ({ id, parentId }) => setEditing({ id, parentId }) : undefined}
          order={mayEdit ? order : undefined}
          found={found}
          isLoading={query.data === undefined}
          isBusy={ordering.isBusy}
          empty={<Nothing onClear={view.clear} />}
        />
      )}
      <MenuSheet
        editing={editing}
        nodes={ordering.nodes}
        onClose={() => setEditing(null)}
        onAdded={(id) => goTo(id, editing?.parentId ?? null)}
      />
      <MoveDialog
        row={moving}
        ordering={ordering}
        onClose={() => setMoving(null)}
        onMoved={({ id }, parentId) => goTo(id, parentId)}
      />
      {dialogs}
    </ListPage>
  )
}

function Nothing({ onClear }: { onClear: () => void }) {
  const w = useWords(menuListText)
  return (
    <EmptyPanel title={w.emptyTitle} hint={w.emptyHint} icon="filter-off" onAction={onClear} actionLabel={w.clear} />
  )
}

const isMarked = ({ isChanged }: MenuNode): boolean => isChanged
const isQuiet = ({ enabled, isUnbuilt }: MenuNode): boolean => !enabled || isUnbuilt

/** The address holds the filters of the tree; component state holds the open rows. */
function useTreeView(nodes: readonly MenuNode[]) {
  const filters = useMenuFilters()
  const [search, change] = useListSearch(TreeSearch)
  const tree = useMemo(() => asTree(nodes), [nodes])
  const [openedByHand, setOpen] = useOpened(tree)
  const isNarrowed = isFiltered(filters, search)
  const shown = useMemo(() => (isNarrowed ? narrowed(tree, matches(search)) : tree), [tree, search, isNarrowed])
  // A search opens every branch, so that all matches are visible.
  const opened = useMemo(
    () => (isNarrowed ? new Set(branchIds(shown)) : openedByHand),
    [isNarrowed, shown, openedByHand],
  )
  return {
    filters,
    search,
    change,
    tree,
    shown,
    opened,
    setOpen,
    isFiltered: isNarrowed,
    clear: () => change({ keyword: undefined, enabled: undefined, isOperation: undefined, isChanged: undefined }),
  }
}

type BarProps = {
  view: ReturnType<typeof useTreeView>
  nodes: readonly MenuNode[]
  actions: MenuActions
  onRefresh: () => void
}

function TreeBar({ view, nodes, actions, onRefresh }: BarProps) {
  const w = useWords(menuListText)
  const u = useWords(uiText)
  const can = useCan()
  const all = allRows(nodes)
  const changed = all.filter(({ isChanged }) => isChanged)
  const found = view.isFiltered ? all.filter(matches(view.search)).length : all.length
  return (
    <Row gap="8" padding="0 16 0 gutter" align="center" tone="ink-3" className={css.bar}>
      <span role="status">
        {all.length === 0
          ? null
          : view.isFiltered
            ? w.found({ count: found, of: all.length })
            : w.count({ count: found })}
      </span>
      {changed.length > 0 && can('menu:update') ? (
        <Button look="quiet" icon="rotate" onClick={() => actions.restore(changed, true)}>
          {w.restoreAll({ count: changed.length })}
        </Button>
      ) : null}
      {view.isFiltered ? null : (
        <>
          <Button look="quiet" onClick={() => view.setOpen(branchIds(view.tree), true)}>
            {w.expand}
          </Button>
          <Button look="quiet" onClick={() => view.setOpen(branchIds(view.tree), false)}>
            {w.collapse}
          </Button>
        </>
      )}
      <IconButton icon="refresh" label={u.refresh} onClick={onRefresh} />
    </Row>
  )
}

function useRowActions(
  actions: MenuActions,
  onEdit: (editing: Editing) => void,
  onMove: (row: MenuNode) => void,
): ((row: MenuNode) => readonly RowAction[]) | undefined {
  const m = useWords(menuWords)
  const can = useCan()
  return useMemo(() => {
    const [mayAdd, mayEdit] = [can('menu:create'), can('menu:update')]
    const [maySwitch, mayRemove] = [can('menu:set-enabled'), can('menu:remove')]
    if (!mayAdd && !mayEdit && !maySwitch && !mayRemove) return undefined
    const one = (is: boolean, action: RowAction): readonly RowAction[] => (is ? [action] : [])
    return (row) => {
      const { id, parentId, enabled, isNeeded, isUnbuilt } = row
      const mayHold = !row.isOperation && row.level < menuLimits.depth
      const isStuck = enabled ? (isNeeded ? m.neededHint : undefined) : isUnbuilt ? m.unbuiltHint : undefined
      return [
        ...one(mayEdit, { key: 'edit', icon: 'pencil', label: m.edit, onClick: () => onEdit({ id, parentId }) }),
        ...one(mayAdd && mayHold, {
          key: 'add',
          icon: 'plus',
          label: m.addUnder,
          onClick: () => onEdit({ id: null, parentId: id }),
        }),
        ...one(maySwitch, {
          key: 'switch',
          icon: enabled ? 'lock' : 'lock-open',
          label: enabled ? m.disable : m.enable,
          disabledReason: isStuck,
          onClick: () => actions.setEnabled(row, !enabled),
        }),
        ...one(mayEdit, {
          key: 'move',
          icon: 'transfer',
          label: m.moveTo,
          disabledReason: isNeeded ? m.neededHint : undefined,
          onClick: () => onMove(row),
        }),
        ...one(mayEdit && row.isChanged, {
          key: 'restore',
          icon: 'rotate',
          label: m.restore,
          onClick: () => actions.restore([row], false),
        }),
        ...one(mayRemove && !row.isSeeded, {
          key: 'remove',
          icon: 'trash',
          label: m.remove,
          danger: true,
          startsGroup: true,
          onClick: () => actions.remove(row),
        }),
      ]
    }
  }, [actions, onEdit, onMove, m, can])
}
