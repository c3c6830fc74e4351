import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import type { CategoryRow } from '@brigade/contract/recipe/filing.model.ts'
import { recipeText as contractText } from '@brigade/contract/recipe/recipe.text.ts'
import { useLayoutEffect } from 'react'
import { z } from 'zod'
import { useKept } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { useSheet } from '../../shell/sheet.ts'
import { Button } from '../../ui/button/button.tsx'
import { DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { useFiledName } from '../recipe-names.ts'
import { categoryText, filingText } from './filing.text.ts'
import { NameFields } from './name-fields.tsx'
import { isUnnamed, nameShape, namesOf, typedNames } from './names-typed.ts'

const Fields = z.strictObject(nameShape)

/** The names of a category. */
export function CategoryForm({ category }: { category: CategoryRow | null }) {
  const sheet = useSheet()
  const w = useWords(filingText)
  const c = useWords(categoryText)
  const nameOf = useFiledName()
  const add = useSend(filingApi.addCategory, { quiet: true })
  const update = useSend(filingApi.updateCategory, { quiet: true })
  const [base] = useKept('category base', category)
  const form = useContractForm({
    name: 'category',
    schema: Fields,
    initial: typedNames(base?.names ?? {}),
    words: contractText,
    alsoCheck: (typed) => (isUnnamed(typed) ? { 'names.en': w.oneName } : {}),
    async send(typed) {
      const draft = { names: namesOf(typed), pictureFileId: base?.pictureFileId ?? null }
      if (base === null) await add.mutateAsync(draft)
      else await update.mutateAsync({ ...draft, id: base.id, updatedAt: base.updatedAt })
      const named = { name: nameOf(draft.names) }
      toastDone(base === null ? w.added(named) : w.saved(named))
      sheet.done()
    },
  })
  const { setDirty } = sheet
  const { isDirty } = form
  useLayoutEffect(() => setDirty(isDirty), [setDirty, isDirty])
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate>
      <RefusedNote message={form.refused} />
      <NameFields text={form.text} />
      <DialogFoot>
        <Button onClick={sheet.leave}>{w.cancel}</Button>
        <Button type="submit" look="primary" busy={form.isBusy}>
          {base === null ? c.add : w.save}
        </Button>
      </DialogFoot>
    </form>
  )
}
