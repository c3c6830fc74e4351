import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { normalAddress } from '@brigade/contract/app-user/contact.rules.ts'
import { z } from 'zod'
import { addressKey } from '../app-user/keyed-hash.ts'
import { open } from '../platform/secret-box.ts'
import type { TestApp } from './start-app.ts'

export type MadePerson = Readonly<{ id: string; token: string; address: string; nickname: string }>

const Sealed = z.object({ address: z.string(), code: z.string() })
let made = 0

/** The code that waits to be sent to an address. */
export async function codeSentTo({ db, settings }: Pick<TestApp, 'db' | 'settings'>, address: string): Promise<string> {
  const { sealed } = await db
    .selectFrom('appCode')
    .select('sealed')
    .where('addressKey', '=', addressKey(settings.secretKey, normalAddress(address)))
    .executeTakeFirstOrThrow()
  if (sealed === null) throw new Error('The code was sent already')
  return Sealed.parse(JSON.parse(open(settings.secretKey, sealed))).code
}

/** Somebody who registers as a phone does: asks for a code and gives it back. */
export async function makePerson(
  app: TestApp,
  { nickname = `Cook ${made + 1}`, address = `cook-${(made += 1)}@kitchen.example` } = {},
): Promise<MadePerson> {
  const asked = await app.ask(phoneApi.sendCode, { address })
  if (asked.status !== 200) throw new Error(asked.envelope.msg)
  const code = await codeSentTo(app, address)
  const { status, envelope } = await app.ask(phoneApi.register, { address, code, nickname })
  if (status !== 200) throw new Error(envelope.msg)
  return { id: envelope.data.userId, token: envelope.data.token, address, nickname }
}
