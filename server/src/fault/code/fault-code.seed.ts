import { faultsOf } from '@brigade/contract/fault/fault.model.ts'
import type { FaultCategory, Severity } from '@brigade/contract/fault/record.model.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { findPublished } from '../../thing-model/thing-model.store.ts'
import { insertFaultCodes, listProductsWithoutCodes, markSeeded } from './fault-code.store.ts'
import { seededAlarms } from './seeded-alarms.ts'
import { seededRemedies } from './seeded-remedies.ts'

type Judged = readonly [severity: Severity, category: FaultCategory]

/** The severity and the category of each code. */
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

/** Spare parts for the codes of our own models, by their keys. */
const parts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  a1BX06Pro: { E02: 'BX-CP-230', E05: 'BX-DG-061', E06: 'BX-WF-100' },
  a1BX10Pro: { E02: 'BX-CP-230', E05: 'BX-DG-101', E06: 'BX-WF-100' },
  a1BX20T: { E02: 'BX-CP-230', E06: 'BX-WF-100' },
  a1RC700: { E11: 'RC-DG-700' },
  a1RC700F: { E11: 'RC-DG-700' },
  a1RC150U: { E04: 'RC-FN-150' },
}

const wordsOf = (kind: keyof typeof faultsOf, code: string) => {
  const seeded = seededRemedies[kind][code]
  if (seeded === undefined) return {}
  const { reason, remedy } = seeded
  return { reason: reason.zh, enReason: reason.en, remedy: remedy.zh, enRemedy: remedy.en }
}

type Product = Awaited<ReturnType<typeof listProductsWithoutCodes>>[number]

const faultsOfProduct = ({ id, kind, productKey }: Product, updatedAt: string) =>
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
      ...wordsOf(kind, code),
      partNumber: parts[productKey]?.[code] ?? '',
      imageFileId: null,
      endsWhen: null,
      updatedAt,
    }
  })

/** Returns the alarms of this kind that the product's model defines as events. */
async function alarmsOfProduct(db: Db, { id, kind }: Product, updatedAt: string) {
  const events = new Set((await findPublished(db, id))?.model.events.map(({ identifier }) => identifier))
  return seededAlarms[kind]
    .filter(({ identifier }) => events.has(identifier))
    .map(({ name, reason, remedy, endsWhen, ...alarm }) => ({
      productId: id,
      code: '',
      ...alarm,
      name: name.zh,
      enName: name.en,
      reason: reason.zh,
      enReason: reason.en,
      remedy: remedy.zh,
      enRemedy: remedy.en,
      imageFileId: null,
      endsWhen: endsWhen === null ? null : JSON.stringify(endsWhen),
      updatedAt,
    }))
}

/** Seeds the codes of our own models once: a deleted code does not come back. */
export async function seedFaultCodes({ db, clock }: Readonly<{ db: Db; clock: Clock }>): Promise<void> {
  const updatedAt = new Date(clock.now()).toISOString()
  await transaction(db, async (trx) => {
    const products = await listProductsWithoutCodes(trx)
    for (const product of products) {
      await insertFaultCodes(trx, faultsOfProduct(product, updatedAt))
      await insertFaultCodes(trx, await alarmsOfProduct(trx, product, updatedAt))
    }
    await markSeeded(
      trx,
      products.map(({ id }) => id),
    )
  })
}
