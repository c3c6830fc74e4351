import { join } from 'node:path'
import { isEmailAddress } from '@brigade/contract/app-user/contact.rules.ts'
import { phoneLimits } from '@brigade/contract/app-user/phone.model.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { z } from 'zod'
import { appCodes, areCodesDue, claimCode, endSending } from '../../app-user/code.store.ts'
import type { Platform } from '../../platform/http/context.ts'
import { openMailer, type Mailer } from '../../platform/mail/mailer.ts'
import { guardedPost } from '../../platform/outgoing/guarded-post.ts'
import { appendPrivate } from '../../platform/files/private-file.ts'
import type { Running } from '../../platform/program/domain.ts'
import { open } from '../../platform/secret/secret-box.ts'
import { listCodeTargets } from '../target/target.store.ts'
import { composeCodeMail } from './compose-mail.ts'
import { webhookHeaders } from './sign-webhook.ts'

/** Longer than any attempt: an older attempt was killed, or failed, and is retried while the code is valid. */
const leaseMs = 40_000
const busyMs = 500
/** The delay between the request of a code and its sending: somebody waits for it. */
const askedMs = 25

const Sealed = z.object({ address: z.string(), code: z.string() })

/**
 * Sends sign-in codes of app users: by e-mail if the address is one and a mail server is set up, otherwise to the
 * webhook of an SMS service. A code that cannot be sent is given up: its owner requests another.
 */
export function startCodeLane(platform: Platform): Running {
  const { settings, queues } = platform
  const mailer = settings.mail === undefined ? undefined : openMailer(settings.mail, { connections: 2 })
  const hand = queues.watch({
    name: appCodes,
    waits: areCodesDue,
    withinMs: askedMs,
    busyMs,
    work: () => sendDue(platform, mailer),
    onErrorMessage: 'A sign-in code could not be sent yet',
  })
  return {
    stop: async () => {
      await hand.stop()
      mailer?.close()
    },
  }
}

type CodeToSend = Readonly<{ address: string; code: string; locale: Locale; key: string }>
/** `retry`: the lease ends, and another attempt follows while the code is valid. */
type Sent = 'sent' | 'retry' | 'never'

async function sendDue(platform: Platform, mailer: Mailer | undefined): Promise<void> {
  const { db, clock, settings, stopping, log } = platform
  while (!stopping.aborted) {
    const due = await claimCode(db, { at: clock.now(), leaseMs })
    if (due === undefined) return
    const sealed = Sealed.parse(JSON.parse(open(settings.secretKey, due.sealed)))
    const code = { ...sealed, locale: due.locale, key: due.codeHash.toString('hex').slice(0, 32) }
    const isMail = isEmailAddress(code.address)
    const sent = mailer !== undefined && isMail ? await byMail(platform, mailer, code) : await byWebhook(platform, code)
    if (sent === 'never' && (await leaveForSimulator(platform, code))) {
      await endSending(db, due.addressKey, due.sealed)
      continue
    }
    if (sent === 'never')
      log.warn({ isEmail: isMail }, 'A sign-in code cannot be sent: nothing is set up that sends it')
    if (sent !== 'retry') await endSending(db, due.addressKey, due.sealed)
  }
}

async function byMail({ settings }: Platform, mailer: Mailer, { address, ...code }: CodeToSend): Promise<Sent> {
  const host = /@([^>\s]+)/.exec(settings.mail?.from ?? '')?.[1] ?? 'localhost'
  const outcome = await mailer.send(composeCodeMail({ to: address, ...code, host }))
  return outcome.kind === 'sent' || (outcome.kind === 'refused' && outcome.isForGood) ? 'sent' : 'retry'
}

/** Posts to the first target that accepts it, so that no code is sent twice. A retry has the same id. */
async function byWebhook({ db, clock, settings }: Platform, code: CodeToSend): Promise<Sent> {
  const targets = await listCodeTargets(db)
  const { address, locale } = code
  const data = { address, code: code.code, locale, minutes: phoneLimits.codeMinutes }
  for (const target of targets) {
    const at = clock.now()
    const body = JSON.stringify({ type: 'app.sign-in-code', timestamp: new Date(at).toISOString(), data })
    const secret = target.secret === null ? '' : open(settings.secretKey, target.secret)
    const signed = webhookHeaders({ id: `code_${code.key}`, at, body, secret })
    const headers = { 'content-type': 'application/json', 'user-agent': 'Brigade', ...signed }
    const url = open(settings.secretKey, target.address)
    const outcome = await guardedPost({ url, body, headers, allowPrivate: settings.webhookPrivate })
    if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300) return 'sent'
  }
  return targets.length === 0 ? 'never' : 'retry'
}

/** Addresses without an owner, which the demo's simulated people have. */
const simulated = /@simulated\.example$/

/** The demo's simulated phones have no mailbox: their codes are written to the file that they read. */
async function leaveForSimulator({ settings }: Platform, { address, code }: CodeToSend): Promise<boolean> {
  const { demo, simulator, dataDir } = settings
  if (!demo || simulator === undefined || !simulated.test(address)) return false
  const line = `${JSON.stringify({ address, code })}\n`
  await appendPrivate(join(dataDir, 'simulator-codes.ndjson'), line)
  return true
}
