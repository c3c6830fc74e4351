import { Id } from '@brigade/contract/field.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { z } from 'zod'
import { useListSearch } from '../../shell/use-list-search.ts'
import { Box } from '../../ui/layout/layout.tsx'
import { RecordTable } from './record-table.tsx'
import { RecordSheet } from '../record/record-sheet.tsx'

type Props = { kind: DeviceKind; deviceId: string; of: 'faults' | 'alarms' }

const Place = z.object({ record: Id.optional() })

/** The tab lists the faults or alarms of one device; the address holds the open record. */
export function DeviceFaultsTab({ kind, deviceId, of }: Props) {
  const [{ record }, change] = useListSearch(Place)
  const open = (id: string | undefined): void => change({ record: id })
  return (
    <Box paddingTop="12">
      <RecordTable key={of} kind={kind} tab={of} deviceId={deviceId} onOpen={open} />
      <RecordSheet id={record} onClose={() => open(undefined)} onOpen={open} />
    </Box>
  )
}
