import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import { MenuDraft, type MenuDetail, type MenuNode } from '@brigade/contract/system/menu/menu.model.ts'
import { menuText } from '@brigade/contract/system/menu/menu.text.ts'
import { useLayoutEffect, useState } from 'react'
import { CallError } from '../../../platform/call-error.ts'
import { call } from '../../../platform/call.ts'
import { useKept } from '../../../platform/kept-work.ts'
import { useWords } from '../../../platform/locale.ts'
import { useSend } from '../../../platform/query.ts'
import { toastDone } from '../../../platform/toast.ts'
import { useSheet } from '../../../shell/sheet.ts'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
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
  const [base, setBase] = useKept('menu base', 'row' in from ? from.row : null)
  const [clash, setClash] = useState<{ by: CallError; now: MenuDetail } | null>(null)
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
        await change(base, draft)
        toastDone(w.saved({ name: nameOf(draft) }))
      }
      sheet.done()
    },
  })
  const change = async ({ id, updatedAt }: MenuDetail, { parentId: _parentId, ...draft }: MenuDraft): Promise<void> => {
    try {
      await update.mutateAsync({ ...draft, id, updatedAt })
    } catch (error) {
      if (error instanceof CallError && error.key === 'menu.changedSince')
        setClash({ by: error, now: await call(menuApi.detail, { id }, { quiet: true }) })
      throw error
    }
  }
  const { setDirty } = sheet
  const { isDirty } = form
  useLayoutEffect(() => setDirty(isDirty), [setDirty, isDirty])
  return {
    form,
    base,
    clash,
    goOn: (values: Typed, now: MenuDetail): void => {
      form.rebase({ ...typedOf(now), parentId }, { ...values, parentId })
      setBase(now)
      setClash(null)
    },
  }
}
