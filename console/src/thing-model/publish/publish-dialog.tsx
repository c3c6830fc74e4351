import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import type { Difference } from '@brigade/contract/thing-model/model-draft.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useKept, useUnsaved } from '../../platform/kept-work.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { WorkBody, WorkDialog } from '../../ui/dialog/work-dialog.tsx'
import { Box, Stack } from '../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { draftHref } from '../model-address.ts'
import { PublishForm, type Typed } from './publish-form.tsx'
import css from './publish.module.css'
import { publishText } from './publish.text.ts'

type Props = { product: ProductDetail; open: boolean; onClose: () => void }

const untyped: Typed = { name: null, note: '' }
const differenceOf = (productId: string) => ask(thingModelApi.difference, { productId }, { quiet: true })

/** Publishes the draft of a thing model, after showing the changes and who is affected. */
export function PublishDialog({ product, open, onClose }: Props) {
  const w = useWords(publishText)
  // The input is kept, so that closing by mistake loses nothing.
  const [typed, setTyped] = useKept('publish', untyped)
  useUnsaved(typed.name !== null || typed.note !== '')
  const end = (): void => {
    setTyped(untyped)
    onClose()
  }
  return (
    <WorkDialog title={w.title} about={open ? <About product={product} /> : undefined} isOpen={open} onClose={onClose}>
      <Compared {...{ product, typed, onClose }} onType={setTyped} onPublished={end} />
    </WorkDialog>
  )
}

function About({ product }: { product: ProductDetail }) {
  const w = useWords(publishText)
  const nameOf = useNameOf()
  const { data } = useQuery(differenceOf(product.id))
  if (data === undefined) return nameOf(product.name)
  const { all, online } = data.devices
  return w.about({
    product: nameOf(product.name),
    all: formatNumber(all),
    online: formatNumber(online),
    count: all,
  })
}

type ComparedProps = {
  product: ProductDetail
  typed: Typed
  onType: (typed: Typed) => void
  onPublished: () => void
  onClose: () => void
}

/** The comparison always uses the server's present state: an older one would only be refused. */
function Compared({ product, ...rest }: ComparedProps) {
  const w = useWords(publishText)
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...differenceOf(product.id),
    refetchOnMount: 'always',
  })
  // While it is being published the draft no longer exists, but the dialog is still open.
  const [held, setHeld] = useState<Difference | null>(null)
  const hasNoDraft = error?.key === 'thingModel.noDraft'
  const isThere = data !== undefined && isFetchedAfterMount && !hasNoDraft
  const shown = held ?? (isThere && data.draft !== null && data.changes.length > 0 ? data : null)
  if (shown !== null)
    return <PublishForm product={product} difference={shown} compareAgain={refetch} onHold={setHeld} {...rest} />
  const isFailed = error !== null && !hasNoDraft
  return (
    <WorkBody label={w.work}>
      {isFailed ? (
        <ErrorPanel message={error.message} onRetry={() => void refetch()} />
      ) : isFetchedAfterMount ? (
        <EmptyPanel
          icon="check"
          title={w.nothing}
          hint={data !== undefined && hasNoDraft ? w.goneMeanwhile : w.nothingHint}
          action={<a href={draftHref(product.id)}>{w.toDraft}</a>}
        />
      ) : (
        <Stack gap="16" padding="8 0 24" className={css.waiting} role="status" aria-label={w.loading} aria-busy="true">
          <Box.span radius="m" ground="canvas" border="line" />
          <Box.span radius="m" ground="canvas" border="line" />
          <Box.span radius="m" ground="canvas" border="line" />
        </Stack>
      )}
    </WorkBody>
  )
}
