import type { ProductRow } from '@brigade/contract/product/product.model.ts'
import { useMemo } from 'react'
import { usePlatformCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import type { RowAction } from '../../ui/data-table/column.ts'
import { modelText } from '../model.text.ts'
import { draftHref } from '../product-address.ts'
import type { ModelActions } from './use-model-actions.tsx'

/** Returns the actions of a model for its row or card; undefined when the account may do nothing. */
export function useModelRowActions(actions: ModelActions): ((row: ProductRow) => readonly RowAction[]) | undefined {
  const w = useWords(modelText)
  const can = usePlatformCan()
  return useMemo(() => {
    const may = {
      edit: can('product:update'),
      draft: can('thing-model:view'),
      copy: can('product:copy'),
      remove: can('product:remove'),
    }
    if (!Object.values(may).includes(true)) return undefined
    return (row) => {
      const isOff = row.status === 'disabled'
      const all: readonly (RowAction & { isAllowed: boolean })[] = [
        { key: 'edit', isAllowed: may.edit, icon: 'pencil', label: w.edit, onClick: () => actions.edit(row.id) },
        {
          key: 'draft',
          isAllowed: may.draft,
          icon: 'adjust',
          label: can('thing-model:update') ? w.editModel : w.seeDraft,
          href: draftHref(row.id),
        },
        { key: 'copy', isAllowed: may.copy, icon: 'copy', label: w.copy, onClick: () => actions.copy(row) },
        {
          key: 'switch',
          isAllowed: may.edit,
          icon: isOff ? 'lock-open' : 'lock',
          label: isOff ? w.enable : w.disable,
          onClick: () => actions.setEnabled(row, isOff),
        },
        {
          key: 'remove',
          isAllowed: may.remove,
          icon: 'trash',
          label: w.remove,
          danger: true,
          disabledReason: row.devices > 0 ? w.stillDevices({ count: row.devices }) : undefined,
          onClick: () => actions.askRemove(row),
        },
      ]
      return all.flatMap(({ isAllowed, ...action }) => (isAllowed ? [action] : []))
    }
  }, [actions, w, can])
}
