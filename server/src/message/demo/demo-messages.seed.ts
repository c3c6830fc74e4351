import type { Settings } from '../../platform/settings.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { storableJson } from '../../platform/storable-text.ts'
import { insertAccountDeliveries, insertMessage } from '../announce/announce.store.ts'
import { titlesOf, typedWords } from '../announce/say-message.ts'
import { findDemoSender, hasMessages, readSome } from './demo.store.ts'
import { nextOfAudience } from '../task/audience.store.ts'
import { insertTask } from '../task/task.store.ts'
import { Audience } from '@brigade/contract/message/task.model.ts'

const hourMs = 3_600_000
type Drafted = Readonly<{
  hoursAgo: number
  type: 'notice' | 'recipe' | 'alarm'
  deviceType: 'oven' | 'cooler' | null
  en: readonly [title: string, content: string]
  zh: readonly [title: string, content: string]
  /** Still to come. */
  isPlanned?: true
}>

/** What a maker's operations team says to its own people and its dealers. */
const drafted: readonly Drafted[] = [
  {
    hoursAgo: 190,
    type: 'notice',
    deviceType: null,
    en: [
      'Service hours over the holiday',
      'The service line answers from 9:00 to 17:00 during the holiday. Urgent failures: as always, around the clock.',
    ],
    zh: ['假期服务时间', '假期期间服务热线时间为 9:00–17:00，紧急故障仍 24 小时受理。'],
  },
  {
    hoursAgo: 74,
    type: 'recipe',
    deviceType: 'oven',
    en: [
      'New recipe: steamed sea bass',
      'Twelve minutes at 98 °C with full steam. Ready for all combi ovens with 6 and 10 trays.',
    ],
    zh: ['新菜谱：清蒸鲈鱼', '98 °C 全蒸 12 分钟，适用于六盘与十盘万能蒸烤箱。'],
  },
  {
    hoursAgo: 26,
    type: 'alarm',
    deviceType: 'cooler',
    en: [
      'Check door gaskets before the hot days',
      'Upright cabinets with a worn gasket ice up within a week. Gaskets are in the spare parts list.',
    ],
    zh: ['高温天气前请检查门封条', '门封条老化的立式柜一周内就会结冰，配件可在“配件购买”中订购。'],
  },
  {
    hoursAgo: -20,
    type: 'notice',
    deviceType: null,
    en: [
      'Maintenance of the platform tonight',
      'From 2:00 to 2:30 the console may be away for minutes. Appliances go on working and report afterwards.',
    ],
    zh: ['今晚平台维护', '2:00–2:30 控制台可能短暂无法访问，设备照常工作，数据将在恢复后上报。'],
    isPlanned: true,
  },
]

const mostReceivers = 500

/** Push tasks of the last days with their messages, and one that is still to come; once, where there are none. */
export async function seedDemoMessages({
  db,
  clock,
  settings,
}: {
  db: Db
  clock: Clock
  settings: Settings
}): Promise<void> {
  await transaction(db, async (trx) => {
    const sender = await findDemoSender(trx)
    if (sender === undefined || (await hasMessages(trx))) return
    for (const [index, { hoursAgo, type, deviceType, isPlanned, ...texts }] of drafted.entries()) {
      const at = clock.now() - hoursAgo * hourMs
      const pushAt = new Date(at).toISOString()
      const words = {
        en: { title: texts.en[0], content: texts.en[1] },
        zh: { title: texts.zh[0], content: texts.zh[1] },
      }
      const title = titlesOf(typedWords(words))
      const audience = Audience.parse({})
      const task = {
        organisationId: sender.organisationId,
        accountId: sender.accountId,
        type,
        words: storableJson(words),
        title,
        audience: storableJson(audience),
        channels: [],
        deviceType,
        opens: null,
        pushAt,
        validUntil: null,
        jobId: null,
        createdAt: new Date(Math.min(at, clock.now()) - hourMs).toISOString(),
        updatedAt: new Date(Math.min(at, clock.now())).toISOString(),
        removedAt: null,
      }
      const waiting = {
        state: 'planned',
        receivers: 1,
        messageId: null,
        messageMonth: null,
        startedAt: null,
        endedAt: null,
      } as const
      if (isPlanned === true) {
        await insertTask(trx, { ...task, ...waiting })
        continue
      }
      const key = await insertMessage(
        trx,
        {
          kind: 'task',
          type,
          isCritical: false,
          organisationId: sender.organisationId,
          params: words,
          title,
          audience: 'all',
          deviceType,
          opens: null,
          validUntil: null,
          taskId: null,
        },
        at,
      )
      const everybody = nextOfAudience(sender, audience, {
        behind: '0',
        before: new Date(clock.now()).toISOString(),
        limit: mostReceivers,
      })
      const { accounts } = await insertAccountDeliveries(trx, key, everybody, {
        channels: ['inbox'],
        isCritical: false,
        hasMailServer: false,
        timeZone: settings.timeZone,
        step: '',
        at,
      })
      const sent = {
        state: 'sent',
        receivers: accounts,
        done: accounts,
        messageId: key.id,
        messageMonth: key.month,
      } as const
      await insertTask(trx, { ...task, ...sent, startedAt: pushAt, endedAt: new Date(at + 1500).toISOString() })
      // The older a message, the more of its readers have read it.
      await readSome(trx, key, index === 0 ? 1 : 3, at + 2 * hourMs)
    }
  })
}
