import { faultsOf } from '@brigade/contract/fault/fault.model.ts'
import type { FaultCategory, Severity } from '@brigade/contract/fault/record.model.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { insertFaultCodes, listProductsWithoutCodes, markSeeded } from './fault-code.store.ts'

type Judged = readonly [severity: Severity, category: FaultCategory]

/** How urgent each code is, and what it is about. */
const judged: Readonly<Record<keyof typeof faultsOf, Readonly<Record<string, Judged>>>> = {
  oven: {
    E01: ['major', 'sensor'],
    E02: ['minor', 'sensor'],
    E03: ['critical', 'heating'],
    E04: ['major', 'fan'],
    E05: ['minor', 'door'],
    E06: ['minor', 'water'],
    E07: ['critical', 'water'],
    E08: ['major', 'sensor'],
    E09: ['major', 'heating'],
    E10: ['minor', 'water'],
    E11: ['critical', 'electrical'],
    E12: ['major', 'communication'],
  },
  cooler: {
    E01: ['critical', 'sensor'],
    E02: ['minor', 'sensor'],
    E03: ['minor', 'sensor'],
    E04: ['major', 'fan'],
    E05: ['critical', 'cooling'],
    E06: ['major', 'cooling'],
    E07: ['critical', 'cooling'],
    E08: ['critical', 'cooling'],
    E09: ['major', 'heating'],
    E10: ['minor', 'cooling'],
    E11: ['minor', 'door'],
    E12: ['major', 'electrical'],
  },
}

/** The codes of our own models, once: what somebody deletes does not come back. */
export async function seedFaultCodes({ db, clock }: Readonly<{ db: Db; clock: Clock }>): Promise<void> {
  await transaction(db, async (trx) => {
    const products = await listProductsWithoutCodes(trx)
    const rows = products.flatMap(({ id, kind }) =>
      faultsOf[kind].map(({ code, en, zh }) => {
        const [severity, category] = judged[kind][code] ?? (['major', 'other'] as const)
        return {
          productId: id,
          identifier: 'Fault',
          code,
          severity,
          category,
          name: zh,
          enName: en,
          imageFileId: null,
          endsWhen: null,
          updatedAt: new Date(clock.now()).toISOString(),
        }
      }),
    )
    await insertFaultCodes(trx, rows)
    await markSeeded(
      trx,
      products.map(({ id }) => id),
    )
  })
}
