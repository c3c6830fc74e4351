import { z } from 'zod'
import { endpoints, get } from '../endpoint.ts'
import { Flag, Id, Instant, filter } from '../field.ts'
import { pageOf, searchOf } from '../paging.ts'
import { BothNames, DeviceKind } from '../product/product.model.ts'
import { AlertType, AnyRecordType, Condition, RecordType, Severity } from './record.model.ts'

/** A fault of the person's own device, with its remedy. The handling by staff is not included. */
export const OwnFault = z.object({
  id: Id,
  type: RecordType,
  alertType: AlertType.nullable(),
  device: z.object({ id: Id, sn: z.string(), name: z.string(), kind: DeviceKind }),
  code: z.string(),
  name: BothNames,
  reason: BothNames,
  remedy: BothNames,
  imageFileId: z.string().nullable(),
  severity: Severity,
  condition: Condition,
  occurrences: z.number().int(),
  raisedAt: Instant,
  eliminatedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
})
export type OwnFault = z.output<typeof OwnFault>

export const OwnFaultSearch = searchOf(
  {
    deviceId: filter(Id),
    /** `all` adds the alarms. */
    type: filter(AnyRecordType),
    /** Not closed yet, or closed. */
    open: filter(Flag),
  },
  ['raisedAt'],
)
export type OwnFaultSearch = z.output<typeof OwnFaultSearch>

/** Faults as the phone app reads them. */
export const ownFaultApi = endpoints('fault', {
  own: get('/app/fault/page', {
    access: 'app',
    summary: { en: 'Faults of one’s own devices', zh: '我的设备故障' },
    description:
      'What is open, and what was raised in the last 30 days; of a device only what was reported since one has it.',
    query: OwnFaultSearch,
    reply: pageOf(OwnFault),
  }),
})
