import type { MenuNode } from '@brigade/contract/system/menu/menu.model.ts'
import { useState, type FormEvent } from 'react'
import { CallError } from '../../../platform/call-error.ts'
import { useWords } from '../../../platform/locale.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../../ui/dialog/refused-note.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { menuActionText, menuWords } from '../menu-screen.text.ts'
import { childrenOf, parentsFor, pathTo, placeOf } from '../menu-tree.ts'
import type { MenuOrdering } from './use-menu-order.ts'
import { useRowName } from '../use-row-name.ts'

type Props = {
  row: MenuNode | null
  ordering: MenuOrdering
  onClose: () => void
  onMoved: (row: MenuNode, parentId: string | null) => void
}

/** Moves a row to any place in the tree, without dragging. */
export function MoveDialog({ row, onClose, ...rest }: Props) {
  const w = useWords(menuActionText)
  const nameOf = useRowName()
  return (
    <Dialog
      title={row === null ? '' : w.moveTitle({ name: nameOf(row) })}
      isOpen={row !== null}
      onClose={onClose}
      width={440}
    >
      {row === null ? null : <Body key={row.id} row={row} onClose={onClose} {...rest} />}
    </Dialog>
  )
}

/** The top level, as an option: ids are digits. */
const top = 'top'
const first = 'first'

function Body({ row, ordering, onClose, onMoved }: Props & { row: MenuNode }) {
  const w = useWords(menuActionText)
  const m = useWords(menuWords)
  const nameOf = useRowName()
  const { nodes, moveLoudly } = ordering
  const [parent, setParent] = useState(row.parentId ?? top)
  const [after, setAfter] = useState<string | null>(null)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const parentId = parent === top ? null : parent
  const others = childrenOf(nodes, parentId).filter(({ id }) => id !== row.id)
  // Unless chosen, the end.
  const chosen = after === first || others.some(({ id }) => id === after) ? after : (others.at(-1)?.id ?? first)
  const before = others[chosen === first ? 0 : others.findIndex(({ id }) => id === chosen) + 1]?.id ?? null
  const now = placeOf(nodes, row.id)
  const isThere = now.parentId === parentId && now.before === before
  const pathOf = (one: MenuNode): string => pathTo(nodes, one.id).map(nameOf).join(' / ')

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setRefused(null)
    setBusy(true)
    try {
      await moveLoudly({ id: row.id, parentId, before })
      onMoved(row, parentId)
      onClose()
    } catch (error) {
      setRefused(error instanceof CallError ? error : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <RefusedNote message={refused} />
      <SelectField
        label={w.parent}
        required
        searchable
        options={[
          { value: top, label: m.top },
          ...parentsFor(nodes, row.id).map((one) => ({ value: one.id, label: pathOf(one) })),
        ]}
        value={parent}
        onChange={(value) => {
          setParent(value ?? top)
          setAfter(null)
        }}
      />
      <SelectField
        label={w.place}
        required
        options={[
          { value: first, label: w.first },
          ...others.map((one) => ({ value: one.id, label: w.after({ name: nameOf(one) }) })),
        ]}
        value={chosen}
        onChange={setAfter}
      />
      <DialogFoot>
        <Button onClick={onClose}>{m.cancel}</Button>
        <Button type="submit" look="primary" busy={isBusy} disabledReason={isThere ? w.isThere : undefined}>
          {w.move}
        </Button>
      </DialogFoot>
    </form>
  )
}
