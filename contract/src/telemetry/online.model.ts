import { z } from 'zod'
import { filter, Id, Instant, Time } from '../field.ts'
import { searchOf } from '../paging.ts'

/** Why a connection began, ended or was refused (alink.md 3). */
const onlineReasons = [
  'connected',
  'disconnected',
  'keep_alive',
  'connection_lost',
  'replaced',
  'kicked',
  'disabled',
  'rekeyed',
  'server_restart',
  'gateway_lost',
  'wrong_topic',
  'topic_too_long',
  'too_large',
  'qos_2',
  'bad_packet',
  'refused_credentials',
  'refused_disabled',
  'refused_unknown',
  'refused_version',
  'refused_too_often',
  'refused_filter',
  'sub_login',
  'sub_logout',
  'gateway_offline',
  'unit_silent',
  'unit_unreached',
  'unit_refuses',
  'removed',
] as const
export const OnlineReason = z.enum(onlineReasons)

export const OnlineSearch = searchOf({ id: Id, startTime: filter(Time), endTime: filter(Time) }, ['time'])
export const OnlineRow = z.object({
  seq: z.string(),
  time: Instant,
  /** Null: refused, the state did not change. */
  online: z.boolean().nullable(),
  reason: OnlineReason,
  address: z.string(),
  protocol: z.string(),
  /** Details of the reason: the foreign topic, the filter that was refused, the size, the defect of a packet, of a
   * replaced connection where the newer one came from if not from the same place with the same client id. May be empty. */
  detail: z.string(),
  /** The keep-alive in seconds that the device requested; 0: none, which counts as 1,200. Null: unknown. */
  keepAliveSeconds: z.number().int().nullable(),
  /** The duration of this state until the next entry; null for the newest. */
  lastedMs: z.number().nullable(),
})
export type OnlineRow = z.output<typeof OnlineRow>
