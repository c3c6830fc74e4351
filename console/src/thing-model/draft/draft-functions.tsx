import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { ModelDraft } from '@brigade/contract/thing-model/model-draft.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useKept } from '../../platform/kept-work.ts'
import { usePlatformCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import { Box, Stack } from '../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FunctionSheet, type EditedFunction } from '../function/function-sheet.tsx'
import { functionsOf } from '../function/functions-of.ts'
import { ImportModelDialog } from '../transfer/import-model-dialog.tsx'
import { AddFunction } from './add-function.tsx'
import { DraftEmpty } from './draft-empty.tsx'
import { DraftTable } from './draft-table.tsx'
import css from './draft.module.css'
import { draftFunctionsText } from './draft.text.ts'

type Props = {
  product: ProductDetail
  /** The function named in the address, to which the list scrolls. */
  shown?: string | undefined
}

/** The functions of a product's draft: the table, the form beside it, and for an empty draft the ways to begin. */
export function DraftFunctions({ product, shown }: Props) {
  const can = usePlatformCan()
  const mayEdit = can('thing-model:update')
  const [edited, setEdited] = useKept<EditedFunction | null>('function sheet', null)
  // A count, so that a second request for the same function scrolls to it again.
  const [goal, setGoal] = useState<{ identifier: string; times: number } | null>(null)
  const show = useCallback(
    (identifier: string): void => setGoal((before) => ({ identifier, times: (before?.times ?? 0) + 1 })),
    [],
  )
  const [wentTo, setWentTo] = useState<string | undefined>(undefined)
  if (shown !== wentTo) {
    setWentTo(shown)
    if (shown !== undefined) show(shown)
  }
  const { data, error, refetch } = useQuery(ask(thingModelApi.draft, { productId: product.id }, { quiet: true }))
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined) return <Bones />
  return (
    <>
      <Content product={product} draft={data} mayEdit={mayEdit} goal={goal} onShow={show} onEdit={setEdited} />
      <FunctionSheet product={product} edited={edited} onClose={() => setEdited(null)} onSaved={show} />
    </>
  )
}

type ContentProps = {
  product: ProductDetail
  draft: ModelDraft
  mayEdit: boolean
  goal: { identifier: string; times: number } | null
  onShow: (identifier: string) => void
  onEdit: (edited: EditedFunction) => void
}

function Content({ product, draft, mayEdit, goal, onShow, onEdit }: ContentProps) {
  const w = useWords(draftFunctionsText)
  const can = usePlatformCan()
  const [isImporting, setImporting] = useKept('model import', false)
  const isEmpty = functionsOf(draft.model).length === 0 && draft.changes.length === 0
  if (!isEmpty)
    return <DraftTable product={product} draft={draft} mayEdit={mayEdit} goal={goal} onShow={onShow} onEdit={onEdit} />
  if (!mayEdit) return <EmptyPanel title={w.emptyTitle} hint={w.emptyReader} />
  return (
    <DraftEmpty product={product}>
      {can('thing-model:import') ? (
        <Button icon="upload" onClick={() => setImporting(true)}>
          {w.import}
        </Button>
      ) : null}
      <AddFunction label={w.addFirst} onAdd={(kind) => onEdit({ kind, identifier: null, like: null })} />
      <ImportModelDialog product={product} open={isImporting} onClose={() => setImporting(false)} />
    </DraftEmpty>
  )
}

/** Placeholders in the shape of the table while the first answer loads. */
function Bones() {
  const w = useWords(draftFunctionsText)
  return (
    <Stack className={css.bones} aria-busy="true" role="status" aria-label={w.loading}>
      {Array.from({ length: 10 }, (_, index) => (
        <Box.span key={index} borderBottom />
      ))}
    </Stack>
  )
}
