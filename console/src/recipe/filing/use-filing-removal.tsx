import type { NamesByLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { useState, type ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { toastDone } from '../../platform/toast.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { useFiledName } from '../recipe-names.ts'
import { filingText } from './filing.text.ts'

type Filed = Readonly<{ id: string; names: NamesByLanguage }>

/** Asks, deletes and says so; a refusal of the server stays in the dialog. */
export function useFilingRemoval(remove: (ids: string[]) => Promise<unknown>): [(row: Filed) => void, ReactNode] {
  const w = useWords(filingText)
  const nameOf = useFiledName()
  const [asked, setAsked] = useState<Filed | null>(null)
  const named = { name: asked === null ? '' : nameOf(asked.names) }
  return [
    setAsked,
    <ConfirmAction
      key="confirm"
      title={w.removeTitle(named)}
      isOpen={asked !== null}
      onClose={() => setAsked(null)}
      confirmLabel={w.remove}
      danger
      onConfirm={async () => {
        if (asked === null) return
        await remove([asked.id])
        toastDone(w.removed(named))
      }}
    >
      {w.removeBody}
    </ConfirmAction>,
  ]
}
