import { batchCalls } from '@brigade/contract/command/batch/batch.endpoints.ts'
import type { DeviceSearch } from '@brigade/contract/device/device.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKept } from '../../platform/kept-work.ts'
import { call } from '../../platform/call.ts'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { WorkBody, WorkDialog } from '../../ui/dialog/work-dialog.tsx'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { commandText } from '../command.text.ts'
import { PropertyForm } from '../property-form.tsx'
import { ServiceForm } from '../service-form.tsx'
import type { Order } from '../use-commands.ts'
import { useDraft } from '../use-draft.ts'
import { BatchResult } from './batch-result.tsx'
import css from './batch.module.css'
import { batchText } from './batch.text.ts'

type Filters = Omit<DeviceSearch, 'pageNum' | 'pageSize' | 'sort'>
/** Devices chosen by hand, or all that a list's filters find. */
export type BatchChoice = { ids: string[] } | { found: Filters }
type Props = { kind: DeviceKind; choice: BatchChoice; onClose: () => void }

/**
 * A batch sends one command to many devices: the dialog shows the devices, the form of their thing model, and then the result of
 * each.
 */
export function BatchDialog({ kind, choice, onClose }: Props) {
  const w = useWords(batchText)
  const [started, setStarted] = useState<string | null>(null)
  // The question is asked only once, because the selection must not change under the person's hands.
  const question = useQuery({
    queryKey: ['device', 'askBatch', kind, choice],
    queryFn: () => call(batchCalls[kind].askBatch, choice, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  })
  const { data } = question
  return (
    <WorkDialog
      title={w.title}
      about={data === undefined ? undefined : w.about(data)}
      isOpen
      onClose={onClose}
      width={started === null ? 720 : 960}
    >
      {started !== null ? (
        <BatchResult kind={kind} batchId={started} onClose={onClose} />
      ) : (
        <WorkBody label={w.form}>
          {question.error !== null ? (
            <ErrorPanel message={question.error.message} onRetry={() => void question.refetch()} />
          ) : data === undefined ? (
            <Text.p padding="24" tone="ink-2" className={css.asking} role="status">
              {w.asking}
            </Text.p>
          ) : data.devices === 0 ? (
            <EmptyPanel title={w.noneTitle} hint={w.none} />
          ) : data.tooMany ? (
            <EmptyPanel title={w.tooManyTitle} hint={w.tooMany} />
          ) : data.productId === null ? (
            <EmptyPanel title={w.severalTitle} hint={w.several} />
          ) : data.online === 0 ? (
            <EmptyPanel title={w.offlineTitle} hint={w.offline} />
          ) : (
            <BatchForm
              kind={kind}
              choice={choice}
              productId={data.productId}
              devices={data.devices}
              online={data.online}
              onStarted={setStarted}
            />
          )}
        </WorkBody>
      )}
    </WorkDialog>
  )
}

type FormProps = Omit<Props, 'onClose'> & {
  productId: string
  devices: number
  online: number
  onStarted: (batchId: string) => void
}

const unknown = (): undefined => undefined

function BatchForm({ kind, choice, productId, devices, online, onStarted }: FormProps) {
  const w = useWords(batchText)
  const command = useWords(commandText)
  const published = useQuery(ask(thingModelApi.published, { productId }, { quiet: true }))
  const start = useSend(batchCalls[kind].startBatch, { quiet: true })
  const [what, setWhat] = useKept<'property' | 'service'>('batch kind', 'property')
  const [service, setService] = useKept<string | null>('batch service', null)
  const model = published.data?.model ?? null
  const draft = useDraft(model?.properties ?? [], 'batch')
  if (published.error !== null) return <EmptyPanel title={w.noModelTitle} hint={w.noModel} />
  if (model === null) return <Text.div padding="24" tone="ink-2" className={css.asking} aria-busy="true" />
  const send = async (order: Order): Promise<void> => {
    onStarted((await start.mutateAsync({ ...order, ...choice })).batchId)
  }
  const target = { devices, online }
  return (
    <>
      <Box padding="16 16 0">
        <Segments
          label={command.kind}
          options={[
            { value: 'property' as const, label: command.setProperties },
            { value: 'service' as const, label: command.callService },
          ]}
          value={what}
          onChange={setWhat}
        />
      </Box>
      {what === 'property' ? (
        <PropertyForm kind={kind} model={model} reported={unknown} state={draft} target={target} onSend={send} />
      ) : (
        <ServiceForm kind={kind} model={model} chosen={service} onChoose={setService} target={target} onSend={send} />
      )}
    </>
  )
}
