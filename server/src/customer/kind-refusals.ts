import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'

/** The refusal keys of each kind of organisation. */
export const kindRefusals = {
  customer: {
    unknown: 'customer.unknown',
    nameTaken: 'customer.nameTaken',
    wrongParent: 'customer.wrongParent',
    changedSince: 'customer.changedSince',
  },
  distributor: {
    unknown: 'customer.unknownDistributor',
    nameTaken: 'customer.distributorNameTaken',
    wrongParent: 'customer.wrongDistributorParent',
    changedSince: 'customer.sellerChangedSince',
  },
  agent: {
    unknown: 'customer.unknownAgent',
    nameTaken: 'customer.agentNameTaken',
    wrongParent: 'customer.wrongAgentParent',
    changedSince: 'customer.sellerChangedSince',
  },
} as const satisfies Readonly<Record<KeptKind, unknown>>
