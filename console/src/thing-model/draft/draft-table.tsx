import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { ModelDraft } from '@brigade/contract/thing-model/model-draft.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import type { RowAction } from '../../ui/data-table/column.ts'
import { OrderedTable, type RowLook } from '../../ui/data-table/ordered-table.tsx'
import { reordered } from '../../ui/order/use-order.ts'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { functionsText } from '../functions/functions.text.ts'
import type { EditedFunction } from '../function/function-sheet.tsx'
import { DraftBar } from './draft-bar.tsx'
import { useDraftColumns } from './draft-columns.tsx'
import { draftRows, inOrder, isShownRow, type DraftRow, type KindFilter } from './draft-rows.ts'
import { draftFunctionsText } from './draft.text.ts'
import { MissingNotes } from './missing-notes.tsx'
import { goToRow } from './go-to-row.ts'
import { useDraftActions } from './use-draft-actions.ts'
import { useDraftOrder } from './use-draft-order.ts'

type Props = {
  product: ProductDetail
  draft: ModelDraft
  mayEdit: boolean
  /** A function to go to; `times` grows with each wish. */
  goal: { identifier: string; times: number } | null
  onShow: (identifier: string) => void
  onEdit: (edited: EditedFunction) => void
}

/** All functions of the draft at once, in their order. */
export function DraftTable({ product, draft, mayEdit, goal, onShow, onEdit }: Props) {
  const w = useWords(draftFunctionsText)
  const f = useWords(functionsText)
  const locale = useLocale()
  const [kind, setKind] = useState<KindFilter>('all')
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [pending, setOrder] = useDraftOrder(product.id)
  const { remove, bringBack } = useDraftActions(product.id, draft.model)
  const hasRemoved = draft.changes.some(({ change }) => change === 'removed')
  const { data: published } = useQuery({
    ...ask(thingModelApi.published, { productId: product.id }, { quiet: true }),
    enabled: hasRemoved,
  })

  const rows = useMemo(
    () => draftRows(draft, inOrder(draft.model, pending), published?.model),
    [draft, pending, published],
  )
  const shown = useMemo(() => rows.filter((row) => isShownRow(row, kind, wanted)), [rows, kind, wanted])
  const chosen = rows.filter((row) => !row.isRemoved && selected.has(row.key))
  const kindOf = useMemo(() => new Map(rows.map((row) => [row.key, row.of.kind])), [rows])

  useEffect(() => {
    if (goal === null) return
    // One that a filter hides is shown first.
    setKind('all')
    setTyped('')
  }, [goal])
  useEffect(() => {
    if (goal !== null && kind === 'all' && wanted === '') goToRow(goal.identifier)
    // Once for each wish: not again when rows change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [goal, kind === 'all' && wanted === ''])

  const open = useCallback(
    ({ of }: DraftRow): void => onEdit({ kind: of.kind, identifier: of.definition.identifier, like: null }),
    [onEdit],
  )
  const columns = useDraftColumns({
    hasRegisters: product.protocol !== 'alink',
    onOpen: mayEdit ? open : undefined,
  })
  const rowActions = useCallback(
    (row: DraftRow): readonly RowAction[] => {
      const { of } = row
      if (row.isRemoved) return [{ key: 'back', icon: 'refresh', label: w.bringBack, onClick: () => bringBack(of) }]
      return [
        { key: 'edit', icon: 'pencil', label: w.edit, onClick: () => open(row) },
        {
          key: 'duplicate',
          icon: 'copy',
          label: w.duplicate,
          onClick: () => onEdit({ kind: of.kind, identifier: null, like: of }),
        },
        { key: 'remove', icon: 'trash', label: w.remove, danger: true, onClick: () => remove([of]) },
      ]
    },
    [w, open, onEdit, remove, bringBack],
  )
  const move = (key: string, to: number): void => {
    const ofKind = kindOf.get(key)
    if (ofKind === undefined) return
    const keys = rows.filter((row) => !row.isRemoved && row.of.kind === ofKind).map((row) => row.key)
    setOrder({ kind: ofKind, identifiers: reordered(keys, keys.indexOf(key), to) })
  }
  const add = (added: FunctionKind): void => onEdit({ kind: added, identifier: null, like: null })
  const names = new Map(rows.map(({ key, of }) => [key, of.definition.name[locale]]))
  return (
    <>
      <MissingNotes
        missing={draft.missing}
        nameOf={(identifier) => names.get(identifier) ?? identifier}
        onShow={onShow}
      />
      <DraftBar
        rows={rows}
        shown={shown}
        kind={kind}
        onKind={setKind}
        typed={typed}
        onTyped={setTyped}
        chosen={chosen}
        onChoose={setSelected}
        onAdd={mayEdit ? add : undefined}
        onRemove={() => {
          remove(chosen.map(({ of }) => of))
          setSelected(new Set())
        }}
      />
      <OrderedTable
        label={w.title}
        columns={columns}
        rows={shown}
        rowKey={keyOf}
        rowName={({ of }) => of.definition.name[locale]}
        rowLook={lookOf}
        rowActions={mayEdit ? rowActions : undefined}
        selection={mayEdit ? { selected, onChange: setSelected } : undefined}
        order={
          mayEdit
            ? {
                onMove: move,
                groupOf: (key) => kindOf.get(key) ?? '',
                offReason: wanted.trim() === '' ? undefined : w.noOrderNow,
              }
            : undefined
        }
        empty={<EmptyPanel title={wanted.trim() === '' ? w.ofKindNone : f.findNothing} icon="filter-off" />}
      />
    </>
  )
}

const keyOf = ({ key }: DraftRow): string => key
const lookOf = ({ isRemoved, missing, change }: DraftRow): RowLook =>
  isRemoved ? 'gone' : missing.length > 0 || (change?.breaking.length ?? 0) > 0 ? 'marked' : 'plain'
