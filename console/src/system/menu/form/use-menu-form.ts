import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import { MenuDraft, type MenuDetail, type MenuNode } from '@brigade/contract/system/menu/menu.model.ts'
import { menuText } from '@brigade/contract/system/menu/menu.text.ts'
import { call } from '../../../platform/call.ts'
import { useWords } from '../../../platform/locale.ts'
import { useSend } from '../../../platform/query.ts'
import { toastDone } from '../../../platform/toast.ts'
import { useDirty } from '../../../shell/sheet-form.tsx'
import { useSheet } from '../../../shell/sheet.ts'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import { useEdited } from '../../../ui/form/use-edited.ts'
import { menuFormText } from '../menu-screen.text.ts'
import { useRowName } from '../use-row-name.ts'
import { nothingTyped, typedOf, type Typed } from './menu-typed.ts'

/** The row to edit, or the parent of a new one. */
export type From =
  | { row: MenuDetail; holdsRows: boolean }
  | { parent: MenuNode | undefined; onAdded: (id: string) => void }

/** Holds the typed fields and sends them. Another person's change becomes a clash, and nothing typed is lost. */
export function useMenuForm(from: From) {
  const sheet = useSheet()
  const w = useWords(menuFormText)
  const nameOf = useRowName()
  const add = useSend(menuApi.add, { quiet: true })
  const update = useSend(menuApi.update, { quiet: true })
  const { base, clash, during, goOn } = useEdited({
    name: 'menu',
    from: 'row' in from ? from.row : null,
    changed: ['menu.changedSince'],
    read: (id) => call(menuApi.detail, { id }, { quiet: true }),
  })
  const parent = 'row' in from ? undefined : from.parent
  const parentId = 'row' in from ? from.row.parentId : (parent?.id ?? null)

  const form = useContractForm({
    name: 'menu',
    schema: MenuDraft,
    // The parent is not a field, but the schema asks for it.
    initial: { ...(base === null ? nothingTyped(parent) : typedOf(base)), parentId },
    words: menuText,
    async send(draft) {
      if (base === null) {
        const { id } = await add.mutateAsync(draft)
        if (!('row' in from)) from.onAdded(id)
        toastDone(w.added({ name: nameOf(draft) }))
      } else {
        const { parentId: _parentId, ...fields } = draft
        const { id, updatedAt } = base
        await during(id, () => update.mutateAsync({ ...fields, id, updatedAt }))
        toastDone(w.saved({ name: nameOf(draft) }))
      }
      sheet.done()
    },
  })
  useDirty(form.isDirty)
  return {
    form,
    base,
    clash,
    goOn: (values: Typed): void => goOn((now) => form.rebase({ ...typedOf(now), parentId }, { ...values, parentId })),
  }
}
