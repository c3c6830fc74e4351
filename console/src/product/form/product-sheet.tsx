import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { Box } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { EditProductForm } from './edit-product-form.tsx'
import { productFormText } from './form.text.ts'
import { NewProductForm } from './new-product-form.tsx'

/** The sheet edits the model with this id; null means a new one, with a proposed series. */
export type EditingProduct = { id: string } | { id: null; seriesId: string | undefined }

type Props = { editing: EditingProduct | null; onClose: () => void; onMade: (id: string) => void }

/** The sheet in which a model is added or edited, beside the screen that opened it. */
export function ProductSheet({ editing, onClose, onMade }: Props) {
  const w = useWords(productFormText)
  const isNew = editing === null || editing.id === null
  return (
    <FormSheet title={isNew ? w.addTitle : w.editTitle} isOpen={editing !== null} onClose={onClose} width={560}>
      {editing === null ? null : editing.id === null ? (
        <NewProductForm seriesId={editing.seriesId} onMade={onMade} />
      ) : (
        <Known id={editing.id} />
      )}
    </FormSheet>
  )
}

/** The form always loads the current state, because the server would refuse an edit of an outdated one. */
function Known({ id }: { id: string }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ask(productApi.detail, { id }, { quiet: true }),
    refetchOnMount: 'always',
  })
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined || !isFetchedAfterMount) return <Box minHeight="480" aria-busy="true" />
  return <EditProductForm product={data} />
}
