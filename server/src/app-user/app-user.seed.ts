import type { AppVersionDraft } from '@brigade/contract/app-user/app-user.model.ts'
import { demoMs, type DemoMoment } from '../platform/program/demo-days.ts'
import type { SeedOptions } from '../platform/program/domain.ts'
import { hasAppUsers, insertAppUsers, listWithoutKeys, writeKeys, type AppUserDraft } from './app-user.store.ts'
import { insertDemoPast } from './demo-past.store.ts'
import { addressKey } from './keyed-hash.ts'
import { saveVersion } from './version.store.ts'

/** Cooks and owners of the demo's kitchens, registered before they bound a device (device/demo/demo-bindings.ts). */
const demo: readonly (Omit<AppUserDraft, 'phoneKey' | 'emailKey'> & Readonly<{ since: DemoMoment }>)[] = [
  { nickname: 'Klaas Petersen', email: 'klaas@grandquay.example', since: '2025-04-03T09:51:00Z' },
  { nickname: 'Mette Lund', email: 'mette@grandquay.example', since: '2025-04-05T07:22:00Z' },
  { nickname: 'Ingrid Solberg', email: 'ingrid@fjordkantine.example', since: '2025-03-12T11:44:00Z' },
  { nickname: 'Lucie Berthier', email: 'lucie@berthier.example', since: '2023-11-21T05:02:00Z' },
  { nickname: '湖滨主厨老周', phone: '13900000011', since: '2025-05-21T00:47:00Z' },
  { nickname: '小面包', phone: '13900000012', since: '2025-02-19T22:55:00Z' },
  { nickname: '平江路小满', phone: '13900000013', since: '2025-02-20T02:04:00Z' },
  { nickname: '林师傅', phone: '13900000014', since: '2025-07-16T02:31:00Z' },
  { nickname: '阿珍点心', phone: '13900000015', since: '2024-12-13T07:12:00Z' },
  { nickname: 'Wei Ling', email: 'weiling@keonghin.example', since: { daysAgo: 345, at: '02:26' } },
  { nickname: 'Maya Laframboise', email: 'maya@alderstreet.example', since: '2024-05-29T16:20:00Z' },
  { nickname: '罗师傅', phone: '13900000016', since: '2025-05-10T03:38:00Z' },
  { nickname: 'Katrin Wolf', email: 'k.wolf@mensa-elbufer.example', since: '2023-09-27T08:05:00Z' },
  { nickname: 'Thomas Girard', email: 'thomas@cuisine-des-monts.example', since: '2023-12-20T13:47:00Z' },
  { nickname: '麦香小赵', phone: '13900000017', since: '2025-10-13T01:19:00Z' },
  { nickname: '熊老板', phone: '13900000018', since: '2024-11-07T08:33:00Z' },
  { nickname: 'Sanne Visser', email: 'sanne@harbourcatering.example', since: { daysAgo: 5, at: '12:08' } },
  { nickname: '食堂何老师', phone: '13900000019', since: { daysAgo: 2, at: '06:52' } },
]

const sharing = { en: 'Share a device with the people of your kitchen', zh: '支持邀请同事共用设备' }
const steadier = { en: 'Connects faster, and finds its way back after a lost network', zh: '连接更快，断网后自动恢复' }
/** The versions that the simulated phones report. */
const demoVersions: readonly AppVersionDraft[] = [
  { type: 'android', version: '2.3.1', releasedOn: '2026-01-12', notes: steadier },
  { type: 'android', version: '2.3.0', releasedOn: '2025-11-03', notes: sharing },
  { type: 'ios', version: '2.3.1', releasedOn: '2026-01-15', notes: steadier },
  { type: 'harmony', version: '2.2.0', releasedOn: '2025-12-20', notes: sharing },
  { type: 'mini', version: '1.8.0', releasedOn: '2025-10-09', notes: steadier },
]

type Given = Pick<SeedOptions, 'db' | 'clock' | 'settings'>

/** The demo's end users of the phone app; a second start adds none. */
export async function seedAppUsers({ db, clock, settings }: Given): Promise<void> {
  if (await hasAppUsers(db)) return
  const now = clock.now()
  await insertAppUsers(
    db,
    demo.map(({ since, ...person }) => ({ ...person, createdAt: demoMs(since, now) })),
  )
  for (const version of demoVersions)
    await saveVersion(db, version, demoMs(`${version.releasedOn ?? ''}T03:30:00Z`, now))
  await insertDemoPast(db, now, settings.statisticsZone)
}

const atOnce = 500

/**
 * Adds the keyed hashes by which people are found to rows of an older version: the key is not in the database, so that
 * no migration can do it. If several people have one address, only the first gets its hash.
 */
export async function seedAddressKeys({ db, settings }: Pick<SeedOptions, 'db' | 'settings'>): Promise<void> {
  const keyOf = (address: string) => (address === '' ? null : addressKey(settings.secretKey, address))
  let done = ''
  for (;;) {
    const people = await listWithoutKeys(db, atOnce)
    const round = people.map(({ id }) => id).join()
    // The remaining ones have addresses that are already in use.
    if (people.length === 0 || round === done) return
    done = round
    for (const { id, phone, email } of people)
      await writeKeys(db, id, { phoneKey: keyOf(phone), emailKey: keyOf(email) })
    if (people.length < atOnce) return
  }
}
