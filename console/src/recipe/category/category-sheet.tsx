import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { CategoryDraft, type CategoryRow } from '@brigade/contract/recipe/filing.model.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { PictureField } from '../editor/picture-field.tsx'
import { NamesFields } from '../names/names-fields.tsx'
import css from '../recipe.module.css'
import { recipeWords } from '../recipe.text.ts'
import { useNamesForm } from '../names/use-names-form.ts'
import { categoryText } from './category.text.ts'

type Props = { editing: { of: CategoryRow | null } | null; onClose: () => void }

export function CategorySheet({ editing, onClose }: Props) {
  const w = useWords(categoryText)
  const last = useLast(editing)
  const of = last?.of ?? null
  return (
    <FormSheet title={of === null ? w.add : w.edit} isOpen={editing !== null} onClose={onClose}>
      {last === null ? null : <CategoryForm key={of?.id ?? ''} of={of} />}
    </FormSheet>
  )
}

function CategoryForm({ of }: { of: CategoryRow | null }) {
  const sheet = useSheet()
  const w = useWords(categoryText)
  const r = useWords(recipeWords)
  const add = useSend(filingApi.addCategory, { quiet: true })
  const update = useSend(filingApi.updateCategory, { quiet: true })
  const form = useNamesForm({
    name: 'recipe category',
    initial: { names: of?.names ?? {}, pictureFileId: of?.pictureFileId ?? null },
    schema: CategoryDraft,
    async send(draft) {
      if (of === null) await add.mutateAsync(draft)
      else await update.mutateAsync({ ...draft, id: of.id, updatedAt: of.updatedAt })
      toastDone(r.saved)
      sheet.done()
    },
  })
  useDirty(form.isDirty)
  return (
    <SheetForm className={css.fields} onSubmit={form.submit} isBusy={form.isBusy} verb={r.save}>
      <RefusedNote message={form.refused} />
      <PictureField
        fileId={form.values.pictureFileId}
        error={form.errorOf('pictureFileId')}
        onChange={(pictureFileId) => form.put({ pictureFileId })}
      />
      <NamesFields
        legend={w.names}
        names={form.values.names}
        errorOf={form.errorOf}
        onChange={(names) => form.put({ names })}
      />
    </SheetForm>
  )
}
