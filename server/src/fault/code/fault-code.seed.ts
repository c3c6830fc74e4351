import type { EndsWhen } from '@brigade/contract/fault/code.model.ts'
import { faultsOf } from '@brigade/contract/fault/fault.model.ts'
import type { FaultCategory, Severity } from '@brigade/contract/fault/record.model.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { insertFaultCodes, listProductsWithoutCodes, markSeeded } from './fault-code.store.ts'
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
  const said = seededRemedies[kind][code]
  if (said === undefined) return {}
  const { reason, remedy } = said
  return { reason: reason.zh, enReason: reason.en, remedy: remedy.zh, enRemedy: remedy.en }
}

/** Alarms that our refrigerators report. The door itself reports the end of an open-door alarm. */
const alarms = [
  {
    identifier: 'HighTemp',
    en: 'Temperature too high',
    zh: '温度过高',
    severity: 'major',
    category: 'cooling',
    reason: '门未关、刚放入温热食材或制冷不足。',
    enReason: 'The door is open, warm food was put in, or the cooling is too weak.',
    remedy: '关好门，将食材移至其他冷柜；一小时内未恢复时联系维修。',
    enRemedy: 'Close the door and move the food to another cabinet. Call service if it is not back within an hour.',
  },
  {
    identifier: 'LowTemp',
    en: 'Temperature too low',
    zh: '温度过低',
    severity: 'major',
    category: 'cooling',
    reason: '设定温度过低，或温控器、压缩机继电器未断开。',
    enReason: 'It is set too low, or the thermostat or the relay of the compressor does not open.',
    remedy: '检查设定温度；设定正确时断电并联系维修，避免食材冻伤。',
    enRemedy: 'Check the set point. If it is right, switch the cabinet off and call service before food freezes.',
  },
  {
    identifier: 'DoorOpenLong',
    en: 'Door left open',
    zh: '门长时间未关',
    severity: 'minor',
    category: 'door',
    reason: '门未关严，或门封条被异物卡住。',
    enReason: 'The door is not closed fully, or something is caught in its gasket.',
    remedy: '关好门，检查门封条是否被卡住或破损。',
    enRemedy: 'Close the door and look at the gasket for what is caught, and for tears.',
  },
] as const
const doorIsShut: EndsWhen = { identifier: 'DoorState', is: 'equal', value: 0 }

/** Seeds the codes of our own models once: a deleted code does not come back. */
export async function seedFaultCodes({ db, clock }: Readonly<{ db: Db; clock: Clock }>): Promise<void> {
  const updatedAt = new Date(clock.now()).toISOString()
  await transaction(db, async (trx) => {
    const products = await listProductsWithoutCodes(trx)
    const faults = products.flatMap(({ id, kind, productKey }) =>
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
      }),
    )
    const warned = products
      .filter(({ kind }) => kind === 'cooler')
      .flatMap(({ id }) =>
        alarms.map(({ identifier, en, zh, ...said }) => ({
          productId: id,
          identifier,
          code: '',
          ...said,
          name: zh,
          enName: en,
          imageFileId: null,
          endsWhen: identifier === 'DoorOpenLong' ? JSON.stringify(doorIsShut) : null,
          updatedAt,
        })),
      )
    await insertFaultCodes(trx, faults)
    await insertFaultCodes(trx, warned)
    await markSeeded(
      trx,
      products.map(({ id }) => id),
    )
  })
}
