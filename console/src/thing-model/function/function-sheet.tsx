import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import type { FunctionKind } from '@brigade/contract/thing-model/compare-models.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { Box } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FunctionForm } from './function-form.tsx'
import { findFunction, functionsOf } from './functions-of.ts'
import { functionText } from './function.text.ts'
import type { KindOfFunction } from '../typed/typed-function.ts'

/** The sheet edits the function with this identifier; null means a new one, which may copy `like`. */
export type EditedFunction = Readonly<{ kind: FunctionKind; identifier: string | null; like: KindOfFunction | null }>

type Props = {
  product: ProductDetail
  edited: EditedFunction | null
  onClose: () => void
  onSaved: (identifier: string) => void
}

const width = 1120

/** The sheet in which a function of the draft is added or edited, beside the table that opened it. */
export function FunctionSheet({ product, edited, onClose, onSaved }: Props) {
  const w = useWords(functionText)
  const titles = {
    property: [w.addProperty, w.editProperty],
    event: [w.addEvent, w.editEvent],
    service: [w.addService, w.editService],
  } as const
  const [added, changed] = titles[edited?.kind ?? 'property']
  return (
    <FormSheet
      title={edited?.identifier === null ? added : changed}
      isOpen={edited !== null}
      onClose={onClose}
      width={width}
    >
      {edited === null ? null : <Known product={product} edited={edited} onSaved={onSaved} />}
    </FormSheet>
  )
}

/** Always starts from the present draft: an edit of an old state would only be refused. */
function Known({
  product,
  edited,
  onSaved,
}: {
  product: ProductDetail
  edited: EditedFunction
  onSaved: (identifier: string) => void
}) {
  const { kind, identifier, like } = edited
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ask(thingModelApi.draft, { productId: product.id }, { quiet: true }),
    refetchOnMount: 'always',
  })
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined || !isFetchedAfterMount) return <Box minHeight="480" aria-busy="true" />
  return (
    <FunctionForm
      product={product}
      kind={kind}
      base={identifier === null ? null : findFunction(data.model, kind, identifier)}
      like={like}
      identifiers={functionsOf(data.model).map(({ definition }) => definition.identifier)}
      onSaved={onSaved}
    />
  )
}
