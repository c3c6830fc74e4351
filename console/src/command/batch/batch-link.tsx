import { batchCalls } from '@brigade/contract/command/batch/batch.endpoints.ts'
import type { DeviceSearch } from '@brigade/contract/device/device.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../platform/call.ts'
import { useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { WorkBody, WorkDialog } from '../../ui/dialog/work-dialog.tsx'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { KindSwitch } from '../command-panel.tsx'
import { PropertyForm } from '../property-form.tsx'
import { ServiceForm } from '../service-form.tsx'
import type { Order } from '../use-commands.ts'
import { useCommandForm, type CommandForm } from '../use-command-form.ts'
import { BatchResult } from './batch-result.tsx'
import css from './batch.module.css'
import { batchText } from './batch.text.ts'

type Filters = Omit<DeviceSearch, 'pageNum' | 'pageSize' | 'sort'>
/** Devices chosen by hand, or all that a list's filters find. */
export type BatchChoice = { ids: string[] } | { found: Filters }
type Props = { kind: DeviceKind; choice: BatchChoice; onClose: () => void }

/**
 * A batch sends one command to many devices: the drawer shows the devices, the form of their thing model, and then the result of each.
 * It stays mounted when it closes (`choice` is null then), so that what is typed is there when it opens again for the same model.
 */
export function BatchDialog({ kind, choice, onClose }: Omit<Props, 'choice'> & { choice: BatchChoice | null }) {
  const w = useWords(batchText)
  const [started, setStarted] = useState<string | null>(null)
  if (choice === null && started !== null) setStarted(null)
  // The question is asked only once, because the selection must not change under the person's hands.
  const question = useQuery({
    queryKey: ['device', 'askBatch', kind, choice],
    queryFn: () => call(batchCalls[kind].askBatch, choice ?? { ids: [] }, { quiet: true }),
    enabled: choice !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  })
  const { data } = question
  const productId = data?.productId ?? null
  const published = useQuery({
    ...ask(thingModelApi.published, { productId: productId ?? '' }, { quiet: true }),
    enabled: productId !== null,
  })
  const model = published.data?.model ?? null
  const form = useCommandForm(model, 'batch')
  // Values that were typed for one model say nothing about another.
  const [typedFor, setTypedFor] = useState<string | null>(null)
  if (productId !== null && productId !== typedFor) {
    setTypedFor(productId)
    if (typedFor !== null) form.clear()
  }
  if (choice === null) return null
  return (
    <WorkDialog
      title={w.title}
      about={data === undefined ? undefined : w.about(data)}
      isOpen
      onClose={onClose}
      width={started === null ? 720 : 960}
      atEdge
    >
      {started !== null ? (
        <BatchResult kind={kind} batchId={started} onClose={onClose} />
      ) : (
        <WorkBody label={w.form} flush>
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
              model={model}
              hasNoModel={published.error !== null}
              form={form}
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
  model: ThingModel | null
  hasNoModel: boolean
  form: CommandForm
  devices: number
  online: number
  onStarted: (batchId: string) => void
}

const unknown = (): undefined => undefined

function BatchForm({ kind, choice, model, hasNoModel, form, devices, online, onStarted }: FormProps) {
  const w = useWords(batchText)
  const start = useSend(batchCalls[kind].startBatch, { quiet: true })
  if (hasNoModel) return <EmptyPanel title={w.noModelTitle} hint={w.noModel} />
  if (model === null) return <Text.div padding="24" tone="ink-2" className={css.asking} aria-busy="true" />
  const send = async (order: Order): Promise<void> => {
    onStarted((await start.mutateAsync({ ...order, ...choice })).batchId)
  }
  const target = { devices, online }
  return (
    <>
      <Box padding="16 16 0">
        <KindSwitch form={form} />
      </Box>
      {form.what === 'property' ? (
        <PropertyForm
          kind={kind}
          model={model}
          reported={unknown}
          state={form.properties}
          target={target}
          onSend={send}
        />
      ) : (
        <ServiceForm kind={kind} model={model} form={form} target={target} onSend={send} />
      )}
    </>
  )
}
