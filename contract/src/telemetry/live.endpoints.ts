import { z } from 'zod'
import { endpointsPerKind } from '../device/endpoints-per-kind.ts'
import { live } from '../endpoint.ts'
import { Id } from '../field.ts'
import { LiveEvent, LiveIds } from './live.model.ts'

const LiveQuery = z.strictObject({
  /** One device, with its shadow and its commands. */
  id: Id.optional(),
  /** The devices of a page (`0`: none), with their state only. Without `id` and `ids`: every device of the caller. */
  ids: LiveIds.optional(),
})

/** The live streams, in a file of their own: a list needs them, and no other call of telemetry. */
export const liveCalls = endpointsPerKind('telemetry', ({ kind, path, many, zh }) => ({
  live: live(`${path}/live`, {
    access: `${kind}:view`,
    summary: { en: `Live states of ${many}`, zh: `${zh}实时状态` },
    query: LiveQuery,
    event: LiveEvent,
  }),
}))
