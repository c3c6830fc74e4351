import type { ProductDetail } from '@brigade/contract/product/product.model.ts'
import type { FunctionKind } from '@brigade/contract/thing-model/model-draft.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { usePlatformCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { draftHref } from '../model-address.ts'
import { FindField } from './find-field.tsx'
import { useFunctionColumns } from './function-columns.tsx'
import { PublishedFunctionSheet } from './published-function-sheet.tsx'
import css from './functions.module.css'
import { functionsText } from './functions.text.ts'
import { functionsOf, isFound } from './model-functions.ts'

/** The published functions of a product, to read: devices and forms see exactly these. */
export function FunctionsTab({ product }: { product: ProductDetail }) {
  const w = useWords(functionsText)
  const can = usePlatformCan()
  const { data, error, refetch } = useQuery({
    ...ask(thingModelApi.published, { productId: product.id }, { quiet: true }),
    enabled: product.version !== null,
  })
  if (product.version === null)
    return (
      <EmptyPanel
        icon="cpu"
        title={w.none}
        hint={w.noneHint}
        action={can('thing-model:view') ? <a href={draftHref(product.id)}>{w.toDraft}</a> : undefined}
      />
    )
  if (data !== undefined) return <Functions model={data.model} product={product} version={product.version.name} />
  if (error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return (
    <Stack gap="12" padding="24 gutter" role="status" aria-label={w.loading} aria-busy="true">
      {[72, 88, 64, 80, 56].map((width) => (
        <Box.span key={width} height="12" radius="xs" ground="line" style={{ width: `${width}%` }} />
      ))}
    </Stack>
  )
}

type Kinds = FunctionKind | 'all'

type FunctionsProps = { model: ThingModel; product: ProductDetail; version: string }

function Functions({ model, product, version }: FunctionsProps) {
  const w = useWords(functionsText)
  const [kind, setKind] = useState<Kinds>('all')
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState<string | null>(null)
  const all = useMemo(() => functionsOf(model), [model])
  const open = useCallback((identifier: string) => setOpened(identifier), [])
  const columns = useFunctionColumns({ functions: all, onOpen: open })
  const ofKind = all.filter((one) => kind === 'all' || one.kind === kind)
  const rows = ofKind.filter((one) => isFound(one, typed))
  const segments: readonly { value: Kinds; label: string }[] = [
    { value: 'all', label: `${w.all} ${all.length}` },
    { value: 'property', label: `${w.properties} ${model.properties.length}` },
    { value: 'event', label: `${w.events} ${model.events.length}` },
    { value: 'service', label: `${w.services} ${model.services.length}` },
  ]
  return (
    <>
      <Row gap="8 16" padding="16 gutter" align="center" wrap>
        <Segments label={w.kinds} options={segments} value={kind} onChange={setKind} />
        <Text tone="ink-3">{w.asOf({ version })}</Text>
        <FindField value={typed} onChange={setTyped} />
      </Row>
      <div className={css.rows}>
        <PlainTable
          label={w.published}
          columns={columns}
          rows={rows}
          rowKey={({ definition }) => definition.identifier}
          empty={<EmptyPanel icon="search" title={ofKind.length === 0 ? w.ofKindNone : w.findNothing} />}
        />
      </div>
      <PublishedFunctionSheet
        shown={all.find(({ definition }) => definition.identifier === opened)}
        nodeType={product.nodeType}
        onClose={() => setOpened(null)}
      />
    </>
  )
}
