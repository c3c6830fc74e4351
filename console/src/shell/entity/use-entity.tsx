import { formatText } from '@brigade/contract/text.ts'
import { useCallback, useMemo, type ReactNode } from 'react'
import { useCan, usePlatformCan } from '../../platform/can.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useLocale } from '../../platform/locale.ts'
import type { RowAction, TableSearch } from '../../ui/data-table/column.ts'
import { useActButton } from '../acts/use-act.tsx'
import type { FormProps } from './entity-form.tsx'
import { EntitySheet, type Editing } from './entity-sheet.tsx'
import { sayIf } from './entity.ts'
import { useRemoval } from './use-removal.tsx'

type Versioned = { id: string; updatedAt: string }

/** The actions of each row; empty without the right to it. */
export type OwnActions = { edit: readonly RowAction[]; remove: readonly RowAction[] }

/** A screen composes its list from these. */
type Parts<R, D> = {
  /** The button that adds one; null without the right to. */
  add: ReactNode
  actionsOf: (row: R) => OwnActions
  /** Opens the sheet with what is there already. */
  edit: (row: D) => void
  /** Opens the sheet for a row of the list; undefined without the right to. */
  editRow: ((row: R) => void) | undefined
  mayRemove: boolean
  askRemove: (rows: readonly R[]) => void
  /** Sheet and dialog. */
  dialogs: ReactNode
}

/** Adding, editing and removing of an entity, for the screen that lists it. */
export function useEntity<R extends { id: string }, T extends TableSearch, D extends Versioned, V extends object, M>({
  of,
  onAdded,
}: FormProps<R, T, D, V, M>): Parts<R, D> {
  const locale = useLocale()
  const may = useCan()
  const platformMay = usePlatformCan()
  const can = of.isPlatforms ? platformMay : may
  const [editing, setEditing] = useKept<Editing<D> | null>(`${of.name} sheet`, null)
  const [askRemove, removal] = useRemoval(of)
  const { words, remove } = of
  const mayEdit = can(of.update.access)
  const mayRemove = remove !== undefined && can(remove.call.access)
  const add = useActButton(of.addAct, () => setEditing({ id: null }), undefined, {
    label: formatText(words.add, locale),
  })
  const open = useCallback((row: R) => setEditing({ id: row.id, row: of.edits?.(row) }), [of, setEditing])
  const actionsOf = useMemo(() => {
    const none: readonly RowAction[] = []
    return (row: R): OwnActions => ({
      edit:
        mayEdit && of.isOwn(row)
          ? [
              {
                key: 'edit',
                icon: 'pencil',
                label: formatText(words.edit, locale),
                disabledReason: of.whyNotEdited(row, locale),
                onClick: () => open(row),
              },
            ]
          : none,
      remove:
        mayRemove && of.isOwn(row)
          ? [
              {
                key: 'remove',
                icon: 'trash',
                label: sayIf(words.remove, (entry) => formatText(entry, locale)),
                danger: true,
                disabledReason: remove.whyNot(row, locale),
                onClick: () => askRemove([row]),
              },
            ]
          : none,
    })
  }, [of, words, remove, locale, mayEdit, mayRemove, open, askRemove])
  return {
    add,
    actionsOf,
    edit: (row) => setEditing({ id: row.id, row }),
    editRow: mayEdit ? open : undefined,
    mayRemove,
    askRemove,
    dialogs: (
      <>
        <EntitySheet of={of} editing={editing} onClose={() => setEditing(null)} onAdded={onAdded} />
        {removal}
      </>
    ),
  }
}
