import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { RecipeRow } from '@brigade/contract/recipe/recipe.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone, toastOffer } from '../../platform/toast.ts'
import type { BatchAction, RowAction } from '../../ui/data-table/column.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { useFiledName } from '../recipe-names.ts'
import { recipeActionText, recipeText } from '../recipe.text.ts'

type Act = 'publish' | 'cancel' | 'categorise' | 'remove'
type Asked = Readonly<{ act: Act; rows: readonly RecipeRow[] }>

const isPublished = ({ publishedVersion }: RecipeRow): boolean => publishedVersion !== null

/** What may be done with these rows, or why not. */
function useReasons() {
  const a = useWords(recipeActionText)
  return (act: Act, rows: readonly RecipeRow[]): string | undefined => {
    if (rows.some(({ isOwn }) => !isOwn)) return a.notOwn
    const published = rows.filter(isPublished).length
    if (act === 'categorise') return undefined
    if (act === 'remove') return published > 0 ? a.publishedFirst : undefined
    if (published > 0 && published < rows.length) return a.mixed
    if (act === 'cancel') return published === 0 ? a.notPublished : undefined
    return rows.length > 0 && rows.every(({ status }) => status === 'published') ? a.alreadyPublished : undefined
  }
}

const codes = {
  publish: 'recipe:publish',
  cancel: 'recipe:publish',
  categorise: 'recipe:categorise',
  remove: 'recipe:remove',
} as const
const icons = { publish: 'check', cancel: 'x', categorise: 'pencil', remove: 'trash' } as const

/** Actions of a row and of the selected rows, and the dialog that asks before each. */
export function useRecipeActions(): Readonly<{
  ofRow: (row: RecipeRow) => readonly RowAction[]
  ofRows: (rows: readonly RecipeRow[]) => readonly BatchAction[]
  dialog: ReactNode
}> {
  const a = useWords(recipeActionText)
  const can = useCan()
  const reasonOf = useReasons()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { mutateAsync: duplicate } = useSend(recipeApi.duplicate)
  const labels = { publish: a.publish, cancel: a.cancelPublish, categorise: a.categorise, remove: a.remove }
  const action = (act: Act, rows: readonly RecipeRow[]) => ({
    key: act,
    icon: icons[act],
    label: labels[act],
    danger: act === 'remove',
    disabledReason: reasonOf(act, rows),
    onClick: () => setAsked({ act, rows }),
  })
  const allowed = (['publish', 'cancel', 'categorise', 'remove'] as const).filter((act) => can(codes[act]))
  const copy = async ({ id }: RecipeRow): Promise<void> => {
    const { code } = await duplicate({ id })
    toastDone(a.duplicated({ code }))
  }
  return {
    ofRow: (row) => [
      ...allowed
        .filter((act) => act !== (row.status === 'published' ? 'publish' : isPublished(row) ? undefined : 'cancel'))
        .map((act) => action(act, [row])),
      ...(can('recipe:create')
        ? [{ key: 'duplicate', icon: 'copy' as const, label: a.duplicate, onClick: () => void copy(row) }]
        : []),
    ],
    ofRows: (rows) => allowed.map((act) => action(act, rows)),
    dialog: <ActDialog asked={asked} onClose={() => setAsked(null)} />,
  }
}

function ActDialog({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const a = useWords(recipeActionText)
  const nameOf = useFiledName()
  const [categoryId, setCategoryId] = useState<string | null>(null)
  const setState = useSend(recipeApi.setState, { quiet: true })
  const setCategory = useSend(recipeApi.setCategory, { quiet: true })
  const remove = useSend(recipeApi.remove, { quiet: true })
  const restore = useSend(recipeApi.restore)
  const { act = 'publish', rows = [] } = asked ?? {}
  const ids = rows.map(({ id }) => id)
  const [first] = rows
  const name = rows.length === 1 && first !== undefined ? nameOf(first.names) : a.chosen({ count: rows.length })
  const labels = { publish: a.publish, cancel: a.cancelPublish, categorise: a.categorise, remove: a.remove }
  const titles = { publish: a.publishTitle, cancel: a.cancelTitle, categorise: a.categoriseTitle, remove: a.removeTitle }
  const bodies = { publish: a.publishBody, cancel: a.cancelBody, categorise: a.categoriseBody, remove: a.removeBody }

  const confirm = async (): Promise<void> => {
    if (act === 'remove') {
      await remove.mutateAsync({ ids })
      const undo = () => void restore.mutateAsync({ ids }).then(() => toastDone(a.undone))
      toastOffer(a.removed({ name }), { label: a.undo, run: undo })
    } else if (act === 'categorise') {
      if (categoryId === null) return
      await setCategory.mutateAsync({ ids, categoryId })
      toastDone(a.categorised({ name }))
    } else {
      await setState.mutateAsync({ ids, publish: act === 'publish' })
      toastDone((act === 'publish' ? a.published : a.cancelled)({ name }))
    }
  }
  return (
    <ConfirmAction
      title={titles[act]({ name })}
      isOpen={asked !== null}
      onClose={onClose}
      confirmLabel={labels[act]}
      danger={act === 'remove'}
      waitsFor={act === 'categorise' && categoryId === null ? a.chooseCategory : undefined}
      onConfirm={confirm}
    >
      {bodies[act]}
      {act === 'categorise' ? <CategoryChoice value={categoryId} onChange={setCategoryId} /> : null}
    </ConfirmAction>
  )
}

function CategoryChoice({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const w = useWords(recipeText)
  const { data = [] } = useQuery(ask(filingApi.selectCategory, {}, { quiet: true }))
  const options = data.map(({ id, name }) => ({ value: id, label: name }))
  return <SelectField label={w.category} required searchable options={options} value={value} onChange={onChange} />
}
