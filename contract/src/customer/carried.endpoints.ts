import { z } from 'zod'
import { endpoints, get } from '../endpoint.ts'
import { Id, filter } from '../field.ts'
import { CarriedModels, OfferedModel } from './carried.model.ts'
import type { SellerKind } from './organisation.model.ts'

const callsOf = (kind: SellerKind, one: string, zh: string) =>
  endpoints(kind, {
    carried: get(`/web/${kind}/product`, {
      access: `${kind}:view`,
      summary: { en: `Models that ${one} carries`, zh: `${zh}可售型号` },
      description:
        'With the last day of a sell-off, and devices and stock of it and everything below it. Set by `productIds` of its change.',
      query: z.strictObject({ id: Id }),
      reply: CarriedModels,
    }),
    offered: get(`/web/${kind}/product/select`, {
      access: `${kind}:view`,
      summary: { en: `Models that ${one} may carry`, zh: `${zh}可选型号` },
      description: 'What the organisation above it carries; `parentId` left out: the caller’s own.',
      query: z.strictObject({ parentId: filter(Id) }),
      reply: z.array(OfferedModel),
    }),
  })

/** Spec 7, distributor and agent: product. */
export const carriedCalls = {
  distributor: callsOf('distributor', 'a distributor', '经销商'),
  agent: callsOf('agent', 'an agent', '代理商'),
} as const satisfies Readonly<Record<SellerKind, unknown>>
