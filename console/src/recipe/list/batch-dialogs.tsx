import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { recipeLimits, type RecipeRow } from '@brigade/contract/recipe/recipe.model.ts'
import { Suspense, lazy, useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { formatNumber } from '../../platform/format.ts'
import { useKept, useUnsaved } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone, toastOffer } from '../../platform/toast.ts'
import { ProductsSelect } from '../../product/products-select.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { ovenText } from '../oven/oven.text.ts'
import { useRecipeName } from '../recipe-names.ts'
import css from '../recipe.module.css'
import { useCategoryOptions } from '../category-options.ts'
import { recipeWords } from '../recipe.text.ts'
import { listText } from './list.text.ts'

// Choosing ovens is not part of looking at recipes.
const SendDialog = lazy(() => import('../oven/send-dialog.tsx').then((module) => ({ default: module.SendDialog })))

export type BatchKind = 'publish' | 'cancel' | 'category' | 'models' | 'send' | 'remove'
type Row = Pick<RecipeRow, 'id' | 'code' | 'names' | 'baseLanguage' | 'onOvens'>
export type PendingBatch = Readonly<{ kind: BatchKind; rows: readonly Row[] }>
type Props = { pending: PendingBatch | null; onClose: () => void; onDone?: () => void }

/** The confirmation before several recipes are changed at once; it shows the server's refusal. */
export function BatchDialogs({ pending, onClose, onDone = nothing }: Props) {
  const last = useLast(pending)
  if (last === null) return null
  const ids = last.rows.map(({ id }) => id)
  const shared = { ids, onClose, onDone }
  const isOpen = (kind: BatchKind): boolean => pending?.kind === kind
  return (
    <>
      <StateDialog {...shared} rows={last.rows} publish isOpen={isOpen('publish')} />
      <StateDialog {...shared} rows={last.rows} publish={false} isOpen={isOpen('cancel')} />
      <CategoryDialog {...shared} isOpen={isOpen('category')} />
      <ModelsDialog {...shared} isOpen={isOpen('models')} />
      {isOpen('send') ? (
        <Suspense fallback={null}>
          <SendDialog recipes={last.rows} isOpen onClose={onClose} onDone={onDone} />
        </Suspense>
      ) : null}
      <RemoveDialog {...shared} rows={last.rows} isOpen={isOpen('remove')} />
    </>
  )
}
const nothing = (): void => undefined

type DialogProps = { ids: string[]; isOpen: boolean; onClose: () => void; onDone: () => void }

type StateProps = DialogProps & { rows: readonly Row[]; publish: boolean }

function StateDialog({ ids, rows, publish, isOpen, onClose, onDone }: StateProps) {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const nameOf = useRecipeName()
  const o = useWords(ovenText)
  const [note, setNote] = useKept(publish ? 'note of publishing' : null, '')
  useUnsaved(isOpen && note !== '')
  const [removes, setRemoves] = useState(false)
  const ovens = ovensOf(rows)
  // The reasons to refuse publishing, of all recipes.
  const [messages, setMessages] = useState<readonly string[]>([])
  const send = useSend(recipeApi.setState, { quiet: true })
  const n = formatNumber(ids.length)
  const name = useOneName(rows)
  /** `ids.3.stages.1.fan` is of the fourth. */
  const ofRecipe = ([path, message]: [string, string]): string => {
    const row = rows[Number(/^ids\.(\d+)/.exec(path)?.[1])]
    return row === undefined || rows.length === 1
      ? message
      : w.ofRecipe({ name: nameOf(row.names, row.baseLanguage), message })
  }
  return (
    <ConfirmAction
      title={publish ? w.publishTitle({ n, name }) : w.cancelTitle({ n, name })}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={publish ? r.publish : r.cancelPublish}
      onConfirm={async () => {
        setMessages([])
        try {
          await send.mutateAsync({ ids, publish, note, removeFromOvens: !publish && removes && ovens > 0 })
        } catch (error) {
          if (error instanceof CallError) setMessages(Object.entries(error.fields).map(ofRecipe))
          throw error
        }
        toastDone(publish ? r.published : r.unpublishedNow)
        setNote('')
        setRemoves(false)
        onDone()
      }}
    >
      <p>{publish ? w.publishBody({ n }) : w.cancelBody({ n })}</p>
      {publish && ovens > 0 ? <p>{o.publishReaches({ n: formatNumber(ovens) })}</p> : null}
      {messages.length === 0 ? null : (
        <ul className={css.refusals}>
          {messages.map((each, index) => (
            <li key={index}>{each}</li>
          ))}
        </ul>
      )}
      {publish ? (
        <div className={css.noteField}>
          <TextField
            label={r.note}
            aside={`${[...note].length} / ${recipeLimits.note}`}
            value={note}
            autoComplete="off"
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </div>
      ) : ovens === 0 ? null : (
        <div className={css.noteField}>
          <Checkbox checked={removes} onChange={setRemoves}>
            {o.alsoRemove({ n: formatNumber(ovens) })}
          </Checkbox>
          {removes ? null : <p className={css.hint}>{o.staysInOvens}</p>}
        </div>
      )}
    </ConfirmAction>
  )
}

/** The name of one recipe; several have none. */
function useOneName(rows: readonly Row[]): string {
  const nameOf = useRecipeName()
  const [first, ...others] = rows
  return first === undefined || others.length > 0 ? '' : nameOf(first.names, first.baseLanguage)
}

/** Ovens that hold one of them, are to get it or to lose it; an oven counts for each. */
const ovensOf = (rows: readonly Row[]): number => rows.reduce((sum, { onOvens }) => sum + onOvens, 0)

function CategoryDialog({ ids, isOpen, onClose, onDone }: DialogProps) {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const [categoryId, setCategory] = useState<string | null>(null)
  const [text, setText] = useState('')
  const options = useCategoryOptions({ typed: text, chosen: categoryId, enabled: isOpen })
  const send = useSend(recipeApi.setCategory, { quiet: true })
  return (
    <ConfirmAction
      title={w.categoryTitle({ n: formatNumber(ids.length) })}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={w.setCategory}
      waitsFor={categoryId === null ? w.chooseFirst : undefined}
      onConfirm={async () => {
        if (categoryId === null) return
        await send.mutateAsync({ ids, categoryId })
        toastDone(w.categoryDone)
        onDone()
      }}
    >
      <SelectField
        label={r.category}
        required
        onSearch={setText}
        value={categoryId}
        options={options}
        onChange={setCategory}
      />
    </ConfirmAction>
  )
}

const ways = ['replace', 'add', 'remove'] as const

function ModelsDialog({ ids, isOpen, onClose, onDone }: DialogProps) {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const [how, setHow] = useState<(typeof ways)[number]>('replace')
  const [productIds, setProducts] = useState<string[]>([])
  const send = useSend(recipeApi.setProducts, { quiet: true })
  return (
    <ConfirmAction
      title={w.modelsTitle({ n: formatNumber(ids.length) })}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={w[how]}
      waitsFor={productIds.length === 0 ? w.chooseFirst : undefined}
      onConfirm={async () => {
        const { changed } = await send.mutateAsync({ ids, productIds, how })
        toastDone(changed === 0 ? w.modelsDone : w.modelsChanged({ n: formatNumber(changed) }))
        setProducts([])
        onDone()
      }}
    >
      <div className={css.stack}>
        <Segments
          label={w.how}
          value={how}
          options={ways.map((value) => ({ value, label: w[value] }))}
          onChange={setHow}
        />
        <ProductsSelect
          label={r.models}
          kind="oven"
          most={recipeLimits.products}
          productIds={productIds}
          onChange={setProducts}
        />
      </div>
    </ConfirmAction>
  )
}

function RemoveDialog({ ids, rows, isOpen, onClose, onDone }: DialogProps & { rows: readonly Row[] }) {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const remove = useSend(recipeApi.remove, { quiet: true })
  const restore = useSend(recipeApi.restore)
  const o = useWords(ovenText)
  const ovens = ovensOf(rows)
  const n = formatNumber(ids.length)
  const name = useOneName(rows)
  return (
    <ConfirmAction
      title={w.removeTitle({ n, name })}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={r.remove}
      danger
      onConfirm={async () => {
        await remove.mutateAsync({ ids })
        onDone()
        toastOffer(w.removed({ n }), {
          label: r.undo,
          run: () => void restore.mutateAsync({ ids }).then(() => toastDone(r.restored)),
        })
      }}
    >
      <p>{w.removeBody}</p>
      {ovens === 0 ? null : <p>{o.removedFromOvens({ n: formatNumber(ovens) })}</p>}
    </ConfirmAction>
  )
}
