import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { DeviceCredentials } from '@brigade/contract/device/record/record.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { Box } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { EditDeviceForm } from './edit-device-form.tsx'
import { NewDeviceForm } from './new-device-form.tsx'
import { deviceFormText } from './record.text.ts'

const sheetPx = 560

type NewProps = {
  kind: DeviceKind
  isOpen: boolean
  installs: boolean
  onClose: () => void
  onAdded: (credentials: DeviceCredentials) => void
}

/** The sheet in which a device is added, beside the list that opened it. */
export function NewDeviceSheet({ kind, isOpen, onClose, ...form }: NewProps) {
  const w = useWords(deviceFormText)
  return (
    <FormSheet title={kind === 'oven' ? w.addOven : w.addCooler} isOpen={isOpen} onClose={onClose} width={sheetPx}>
      <NewDeviceForm kind={kind} {...form} />
    </FormSheet>
  )
}

/** The sheet in which a device is edited, beside the screen that opened it. */
export function EditDeviceSheet({ kind, id, onClose }: { kind: DeviceKind; id: string | null; onClose: () => void }) {
  const w = useWords(deviceFormText)
  return (
    <FormSheet title={w.edit} isOpen={id !== null} onClose={onClose} width={sheetPx}>
      {id === null ? null : <Known kind={kind} id={id} />}
    </FormSheet>
  )
}

/** The form always loads the current state, because the server would refuse an edit of an outdated one. */
function Known({ kind, id }: { kind: DeviceKind; id: string }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ask(deviceCalls[kind].detail, { id }, { quiet: true }),
    refetchOnMount: 'always',
  })
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined || !isFetchedAfterMount) return <Box minHeight="480" aria-busy="true" />
  return <EditDeviceForm kind={kind} device={data} />
}
