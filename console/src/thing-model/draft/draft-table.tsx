import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { ModelDraft } from '@brigade/contract/thing-model/model-draft.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useState, useRef } from 'react'
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
import { useDraftActions } from './use-draft-actions.ts'
import { CallError } from '../../platform/call-error.ts'
import { toastError } from '../../platform/toast.ts'
import { useFunctionWrites } from '../function/function-writes.ts'

type Props = {
  product: ProductDetail
  draft: ModelDraft
  mayEdit: boolean
  /** The function to scroll to; `times` grows with each request. */
  goal: { identifier: string; times: number } | null
  onShow: (identifier: string) => void
  onEdit: (edited: EditedFunction) => void
}

/** Shows all functions of the draft in their order. */
export function DraftTable({ product, draft, mayEdit, goal, onShow, onEdit }: Props) {
  const w = useWords(draftFunctionsText)
  const f = useWords(functionsText)
  const locale = useLocale()
  const [kind, setKind] = useState<KindFilter>('all')
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const actions = useDraftActions(product.id, draft.model)
  const { rows, kindOf, move } = useDraftRows(product.id, draft)
  const shown = useMemo(() => rows.filter((row) => isShownRow(row, kind, wanted)), [rows, kind, wanted])
  const chosen = rows.filter((row) => !row.isRemoved && selected.has(row.key))

  useEffect(() => {
    if (goal === null) return
    // The filters are cleared first, because they could hide the row.
    setKind('all')
    setTyped('')
  }, [goal])
  useEffect(() => {
    if (goal !== null && kind === 'all' && wanted === '') goToRow(goal.identifier)
    // This runs once for each request, and not again when rows change.
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
  const rowActions = useRowActions(open, onEdit, actions)
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
          actions.remove(chosen.map(({ of }) => of))
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

/** The rows in the order on screen, which a pending move changes before the server answers. */
function useDraftRows(productId: string, draft: ModelDraft) {
  const [pending, setOrder] = useDraftOrder(productId)
  const hasRemoved = draft.changes.some(({ change }) => change === 'removed')
  const { data: published } = useQuery({
    ...ask(thingModelApi.published, { productId }, { quiet: true }),
    enabled: hasRemoved,
  })

  const rows = useMemo(
    () => draftRows(draft, inOrder(draft.model, pending), published?.model),
    [draft, pending, published],
  )
  const kindOf = useMemo(() => new Map(rows.map((row) => [row.key, row.of.kind])), [rows])
  const move = (key: string, to: number): void => {
    const ofKind = kindOf.get(key)
    if (ofKind === undefined) return
    const keys = rows.filter((row) => !row.isRemoved && row.of.kind === ofKind).map((row) => row.key)
    setOrder({ kind: ofKind, identifiers: reordered(keys, keys.indexOf(key), to) })
  }
  return { rows, kindOf, move }
}

function useRowActions(
  onOpen: (row: DraftRow) => void,
  onEdit: Props['onEdit'],
  { remove, bringBack }: ReturnType<typeof useDraftActions>,
): (row: DraftRow) => readonly RowAction[] {
  const w = useWords(draftFunctionsText)
  return useCallback(
    (row: DraftRow): readonly RowAction[] => {
      const { of } = row
      if (row.isRemoved) return [{ key: 'back', icon: 'refresh', label: w.bringBack, onClick: () => bringBack(of) }]
      return [
        { key: 'edit', icon: 'pencil', label: w.edit, onClick: () => onOpen(row) },
        {
          key: 'duplicate',
          icon: 'copy',
          label: w.duplicate,
          onClick: () => onEdit({ kind: of.kind, identifier: null, like: of }),
        },
        { key: 'remove', icon: 'trash', label: w.remove, danger: true, onClick: () => remove([of]) },
      ]
    },
    [w, onOpen, onEdit, remove, bringBack],
  )
}

/** Scrolls to a row of the table, tints it for a moment, and focuses it. */
function goToRow(key: string): void {
  const row = document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(key)}"]`)
  if (row === null) return
  row.scrollIntoView({ block: 'center' })
  row.querySelector<HTMLElement>('button:not([data-grip])')?.focus({ preventScroll: true })
  row.setAttribute('data-found', '')
  setTimeout(() => row.removeAttribute('data-found'), 2000)
}

const keyOf = ({ key }: DraftRow): string => key
const lookOf = ({ isRemoved, missing, change }: DraftRow): RowLook =>
  isRemoved ? 'gone' : missing.length > 0 || (change?.breaking.length ?? 0) > 0 ? 'marked' : 'plain'

type PendingOrder = Readonly<{ kind: FunctionKind; identifiers: readonly string[] }>

/** Puts functions in order: shown at once, and sent one order after another, the newest last. */
function useDraftOrder(productId: string): [PendingOrder | null, (order: PendingOrder) => void] {
  const writes = useFunctionWrites(productId)
  const [pending, setPending] = useState<PendingOrder | null>(null)
  const next = useRef<PendingOrder | null>(null)
  const sending = useRef(false)
  const send = async (): Promise<void> => {
    sending.current = true
    try {
      for (let order = next.current; order !== null; order = next.current) {
        next.current = null
        await writes.order(order.kind, order.identifiers)
      }
    } catch (error) {
      next.current = null
      toastError(error instanceof CallError ? error.message : String(error))
    } finally {
      sending.current = false
      setPending(null)
    }
  }
  return [
    pending,
    (order) => {
      setPending(order)
      next.current = order
      if (!sending.current) void send()
    },
  ]
}
