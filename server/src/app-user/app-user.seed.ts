import type { AppVersionDraft } from '@brigade/contract/app-user/app-user.model.ts'
import type { SeedOptions } from '../platform/program/domain.ts'
import { hasAppUsers, insertAppUsers, listWithoutKeys, writeKeys, type AppUserDraft } from './app-user.store.ts'
import { insertDemoPast } from './demo-past.store.ts'
import { addressKey } from './keyed-hash.ts'
import { saveVersion } from './version.store.ts'

/** Cooks and owners of the demo's kitchens. */
const demo: readonly AppUserDraft[] = [
  { nickname: 'Klaas Petersen', email: 'klaas@grandquay.example' },
  { nickname: 'Mette Lund', email: 'mette@grandquay.example' },
  { nickname: 'Ingrid Solberg', email: 'ingrid@fjordkantine.example' },
  { nickname: 'Lucie Berthier', email: 'lucie@berthier.example' },
  { nickname: '湖滨主厨老周', phone: '13900000011' },
  { nickname: '小面包', phone: '13900000012' },
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
  await insertAppUsers(db, demo, clock.now())
  await insertDemoPast(db, clock.now(), settings.statisticsZone)
  for (const version of demoVersions) await saveVersion(db, version, clock.now())
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
