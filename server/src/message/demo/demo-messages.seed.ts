import type { Settings } from '../../platform/settings.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { officeMs } from '../../platform/program/demo-days.ts'
import { storableJson } from '../../platform/storable-text.ts'
import { insertAccountDeliveries, insertMessage } from '../announce/announce.store.ts'
import { titlesOf, typedWords } from '../announce/message-words.ts'
import { findDemoSender, hasMessages, readByAll } from './demo.store.ts'
import { countAudience, nextOfAudience } from '../task/audience.store.ts'
import { insertTask } from '../task/task.store.ts'
import { Audience } from '@brigade/contract/message/task.model.ts'
import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'

type Drafted = Readonly<{
  /** Sent on that day, or planned for this many days later. */
  daysAgo: number
  type: 'notice' | 'recipe' | 'alarm'
  deviceType: 'oven' | 'cooler' | null
  en: readonly [title: string, content: string]
  zh: readonly [title: string, content: string]
  /** Planned for the future. */
  isPlanned?: true
}>

/** Messages of a maker's operations team to its own people and its dealers. */
const drafted: readonly Drafted[] = [
  {
    daysAgo: 8,
    type: 'notice',
    deviceType: null,
    en: [
      'Service hours on public holidays',
      'On public holidays the service line answers from 9:00 to 17:00. Urgent failures: as always, around the clock.',
    ],
    zh: ['法定节假日服务时间', '法定节假日期间服务热线时间为 9:00–17:00，紧急故障仍 24 小时受理。'],
  },
  {
    daysAgo: 3,
    type: 'recipe',
    deviceType: 'oven',
    en: [
      'New recipe: steamed sea bass',
      'Twelve minutes at 98 °C with full steam. Ready for all combi ovens with 6 and 10 trays.',
    ],
    zh: ['新菜谱：清蒸鲈鱼', '98 °C 全蒸 12 分钟，适用于六盘与十盘万能蒸烤箱。'],
  },
  {
    daysAgo: 1,
    type: 'alarm',
    deviceType: 'cooler',
    en: [
      'Check the door gaskets of upright cabinets',
      'A cabinet with a worn gasket ices up within a week. Gaskets are in the spare parts list.',
    ],
    zh: ['请检查立式柜门封条', '门封条老化的立式柜一周内就会结冰，配件可在“配件购买”中订购。'],
  },
  {
    daysAgo: -1,
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

const maxReceivers = 500
/** Larger than the id of every account. */
const lastId = '9223372036854775807'

type Given = Readonly<{ clock: Clock; settings: Settings }>
type Sender = NonNullable<Awaited<ReturnType<typeof findDemoSender>>>

/** Seeds push tasks of the last days with their messages, and a planned one; only if there are none. */
export async function seedDemoMessages({ db, ...given }: Given & Readonly<{ db: Db }>): Promise<void> {
  await transaction(db, async (trx) => {
    const sender = await findDemoSender(trx)
    if (sender === undefined || (await hasMessages(trx))) return
    for (const draft of drafted) {
      const { title, ...task } = taskOf(draft, sender, given.clock)
      if (draft.isPlanned === true) {
        const { receivers } = await countAudience(trx, sender, everybody)
        await insertTask(trx, { ...task, ...notSent, title, state: 'planned', receivers })
        continue
      }
      const sent = await send(trx, draft, { ...given, sender, title })
      await insertTask(trx, { ...task, ...sent, title, state: 'sent' })
      // The past is already read: unread messages in the bell are new.
      await readByAll(trx, { id: sent.messageId, month: sent.messageMonth })
    }
  })
}

const everybody = Audience.parse({})
const notSent = { messageId: null, messageMonth: null, startedAt: null, endedAt: null }

const wordsOf = ({ en, zh }: Drafted) => ({
  en: { title: en[0], content: en[1] },
  zh: { title: zh[0], content: zh[1] },
})
/**
 * The time is during office hours; a planned message is sent in the afternoon, some hours before the night that it
 * announces.
 */
const timeOf = ({ daysAgo, en: [title] }: Drafted, clock: Clock) =>
  daysAgo > 0 ? officeMs(clock.now(), daysAgo, title) : (Math.floor(clock.now() / dayMs) - daysAgo) * dayMs + 9 * hourMs
const writtenMs = (draft: Drafted, clock: Clock) =>
  draft.daysAgo > 0 ? timeOf(draft, clock) - 40 * minuteMs : officeMs(clock.now(), 1, `write ${draft.en[0]}`)

function taskOf(draft: Drafted, { organisationId, accountId }: Sender, clock: Clock) {
  const at = timeOf(draft, clock)
  const words = wordsOf(draft)
  const { type, deviceType } = draft
  return {
    organisationId,
    accountId,
    type,
    deviceType,
    words: storableJson(words),
    title: titlesOf(typedWords(words)),
    audience: storableJson(everybody),
    channels: [],
    opens: null,
    pushAt: new Date(at).toISOString(),
    validUntil: null,
    jobId: null,
    createdAt: new Date(writtenMs(draft, clock)).toISOString(),
    updatedAt: new Date(draft.isPlanned === true ? writtenMs(draft, clock) : at).toISOString(),
    removedAt: null,
  }
}

/** Writes the message of a push as its job would have written it at its time. */
async function send(
  trx: Transaction,
  draft: Drafted,
  { clock, settings, sender, title }: Given & Readonly<{ sender: Sender; title: string }>,
) {
  const at = timeOf(draft, clock)
  const { type, deviceType } = draft
  const nothing = { opens: null, validUntil: null, taskId: null, isCritical: false }
  const key = await insertMessage(
    trx,
    {
      ...nothing,
      kind: 'task',
      type,
      deviceType,
      organisationId: sender.organisationId,
      params: wordsOf(draft),
      title,
      audience: 'all',
    },
    at,
  )
  const before = new Date(clock.now()).toISOString()
  const receivers = nextOfAudience(sender, everybody, { behind: '0', upTo: lastId, before, limit: maxReceivers })
  const { accounts } = await insertAccountDeliveries(trx, key, receivers, {
    channels: ['inbox'],
    isCritical: false,
    hasMailServer: false,
    timeZone: settings.timeZone,
    step: '',
    at,
  })
  return {
    receivers: accounts,
    done: accounts,
    messageId: key.id,
    messageMonth: key.month,
    startedAt: new Date(at).toISOString(),
    endedAt: new Date(at + 1500).toISOString(),
  }
}
