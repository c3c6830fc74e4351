import { z } from 'zod'
import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { gatewayCodes } from '@brigade/contract/link/gateway.topics.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { PlainAnswer, PlainRoute } from '../../platform/http/plain-route.ts'
import { wordsOf } from '../alink/code-messages.ts'
import { isRegistrationSigned, isSignMethod } from './sub-sign.ts'
import { registerDevice } from './register-device.ts'
import { registrationRate } from './registration-rate.ts'

const Fields = z.object({
  productKey: z.string().min(1).max(64),
  deviceName: z.string().min(1).max(64),
  random: z.coerce.string().max(64),
  sign: z.string().min(1).max(128),
  signMethod: z.string().max(32).default('hmacsha1'),
})

const rate = registrationRate()

/** SDKs read the code in the body, not the status. */
const answer = (code: number, data: Readonly<Record<string, string>> = {}): PlainAnswer => ({
  status: 200,
  body: { code, data, message: wordsOf(code) },
})

/** The endpoint where a device gets its secret with the product's secret, as at Alibaba (alink.md 2.1). */
export const provisioningRoute: PlainRoute = {
  method: 'POST',
  path: '/auth/register/device',
  maxBytes: 4096,
  handler: async ({ db, settings, clock }, { fields, address }) => {
    const read = Fields.safeParse(fields)
    if (!read.success) return answer(alinkCodes.parameterError)
    const { productKey, deviceName } = read.data
    if (!isSignMethod(read.data.signMethod)) return answer(gatewayCodes.unknownSignMethod)
    const isSigned = (productSecret: string) => isRegistrationSigned(read.data, productSecret)
    const options = { secretKey: settings.secretKey, nowMs: clock.now(), installationZone: settings.timeZone }
    const registered = await rate({ address, productKey, nowMs: clock.now() }, isSigned, (provesIt) => {
      const request = { productKey, deviceName, proof: { isSigned: provesIt }, wants: 'secret' } as const
      return transaction(db, (trx) => registerDevice(trx, request, options))
    })
    return 'deviceSecret' in registered
      ? answer(registered.code, { productKey, deviceName, deviceSecret: registered.deviceSecret })
      : answer(registered.code)
  },
  onFailure: (failure) =>
    answer(failure === 'tooMany' ? gatewayCodes.throttled : failure === 'failed' ? 500 : alinkCodes.parameterError),
}
