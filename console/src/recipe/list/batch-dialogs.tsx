import { pointsIn } from '@brigade/contract/letters/points.rules.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { recipeLimits } from '@brigade/contract/recipe/recipe.model.ts'
import { Suspense, lazy, useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { formatNumber } from '../../platform/format.ts'
import { useKept, useUnsaved } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { ProductsSelect } from '../../product/products-select.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { Box, Stack, Text } from '../../ui/layout/layout.tsx'
import { ovenText } from '../oven/oven.text.ts'
import { useRecipeName } from '../recipe-names.ts'
import css from '../recipe.module.css'
import { useCategoryOptions } from '../category-options.ts'
import { recipeWords } from '../recipe.text.ts'
import { ovensOf, useOneName, type BatchDialogProps, type BatchRow } from './batch-rows.ts'
import { listText } from './list.text.ts'
import { CancelDialog, RemoveDialog } from './take-off-dialogs.tsx'

// Choosing ovens is not part of looking at recipes.
const SendDialog = lazy(() => import('../oven/send-dialog.tsx').then((module) => ({ default: module.SendDialog })))

export type BatchKind = 'publish' | 'cancel' | 'category' | 'models' | 'send' | 'remove'
export type PendingBatch = Readonly<{ kind: BatchKind; rows: readonly BatchRow[] }>
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
      <PublishDialog {...shared} rows={last.rows} isOpen={isOpen('publish')} />
      <CancelDialog {...shared} rows={last.rows} isOpen={isOpen('cancel')} />
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

function PublishDialog({ ids, rows, isOpen, onClose, onDone }: BatchDialogProps & { rows: readonly BatchRow[] }) {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const nameOf = useRecipeName()
  const o = useWords(ovenText)
  const [note, setNote] = useKept('note of publishing', '')
  useUnsaved(isOpen && note !== '')
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
      title={w.publishTitle({ n, name })}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={r.publish}
      onConfirm={async () => {
        setMessages([])
        try {
          await send.mutateAsync({ ids, publish: true, note })
        } catch (error) {
          if (error instanceof CallError) setMessages(Object.entries(error.fields).map(ofRecipe))
          throw error
        }
        toastDone(r.published)
        setNote('')
        onDone()
      }}
    >
      <p>{w.publishBody({ n })}</p>
      {ovens > 0 ? <p>{o.publishReaches({ n: formatNumber(ovens) })}</p> : null}
      {messages.length === 0 ? null : (
        <Text.ul marginTop="8" tone="bad" className={css.refusals}>
          {messages.map((each, index) => (
            <li key={index}>{each}</li>
          ))}
        </Text.ul>
      )}
      <Box marginTop="12">
        <TextField
          label={r.note}
          aside={`${pointsIn(note)} / ${recipeLimits.note}`}
          value={note}
          autoComplete="off"
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Box>
    </ConfirmAction>
  )
}

function CategoryDialog({ ids, isOpen, onClose, onDone }: BatchDialogProps) {
  const w = useWords(listText)
  const r = useWords(recipeWords)
  const [categoryId, setCategory] = useState<string | null>(null)
  const [text, setText] = useState('')
  const { options } = useCategoryOptions({ typed: text, chosen: categoryId, enabled: isOpen })
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

function ModelsDialog({ ids, isOpen, onClose, onDone }: BatchDialogProps) {
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
      <Stack gap="12">
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
      </Stack>
    </ConfirmAction>
  )
}
