import { isEmailAddress } from '@brigade/contract/app-user/contact.rules.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { z } from 'zod'
import { claimCode, endSending } from '../../app-user/phone/code.store.ts'
import type { Platform } from '../../platform/http/context.ts'
import { openMailer, type Mailer } from '../../platform/mail/mailer.ts'
import type { Running } from '../../platform/program/domain.ts'
import { repeat } from '../../platform/repeat.ts'
import { open } from '../../platform/secret-box.ts'
import { composeCodeMail } from './compose-mail.ts'

/** Longer than an attempt can take: what is behind it was killed, or could not be sent, and is tried again while the code counts. */
const leaseMs = 40_000
const pauseMs = 500

const Sealed = z.object({ address: z.string(), code: z.string() })

/** Sends sign-in codes of app users. A code to where nothing can be sent is given up: its owner asks for another. */
export function startCodeLane(platform: Platform): Running {
  const { settings, log } = platform
  const mailer = settings.mail === undefined ? undefined : openMailer(settings.mail, { connections: 2 })
  const hand = repeat(() => sendDue(platform, mailer), {
    pauseMs,
    log,
    onErrorMessage: 'A sign-in code could not be sent yet',
  })
  return {
    stop: async () => {
      await hand.stop()
      mailer?.close()
    },
  }
}

async function sendDue(platform: Platform, mailer: Mailer | undefined): Promise<void> {
  const { db, clock, settings, stopping, log } = platform
  while (!stopping.aborted) {
    const due = await claimCode(db, { at: clock.now(), leaseMs })
    if (due === undefined) return
    const { address, code } = Sealed.parse(JSON.parse(open(settings.secretKey, due.sealed)))
    if (mailer === undefined || !isEmailAddress(address)) {
      log.warn({ isEmail: isEmailAddress(address) }, 'A sign-in code cannot be sent: nothing is set up that sends it')
      await endSending(db, due.addressKey, due.sealed)
      continue
    }
    const outcome = await mailer.send(mailOf(platform, { address, code, locale: due.locale, key: due.codeHash }))
    if (outcome.kind === 'sent' || (outcome.kind === 'refused' && outcome.isForGood))
      await endSending(db, due.addressKey, due.sealed)
  }
}

type CodeMail = Readonly<{ address: string; code: string; locale: Locale; key: Buffer }>

function mailOf({ settings }: Platform, { address, code, locale, key }: CodeMail) {
  const host = /@([^>\s]+)/.exec(settings.mail?.from ?? '')?.[1] ?? 'localhost'
  return composeCodeMail({ to: address, code, locale, key: key.toString('hex').slice(0, 32), host })
}
