import { minuteMs } from '@brigade/contract/time.ts'
import { TlsAlert } from '@brigade/contract/telemetry/offline.model.ts'
import { noteTlsRefusal } from '../../device/presence/tls-refusal.store.ts'
import { onceIn, windowCounts } from '../../platform/budget/budgets.ts'
import type { MqttHooks } from '../../platform/mqtt/mqtt-hooks.ts'
import { serialQueue } from '../../platform/serial-queue.ts'
import type { EmbeddedParts } from './embedded-parts.ts'

/** An address is written once a minute for the same reason, and no more than this in a minute of all: a stranger has many. */
const once = { spanMs: minuteMs, most: 10_000 } as const
const maxInMinute = 60

/** Writes down from where TLS fails over a certificate: such a device is never heard of otherwise. */
export function noteTlsRefusals({
  db,
  clock,
  log,
}: Pick<EmbeddedParts, 'db' | 'clock' | 'log'>): NonNullable<MqttHooks['onTlsRefused']> {
  const isDue = onceIn(once)
  const written = windowCounts({ windowMs: minuteMs, most: 1 })
  const writing = serialQueue({ log, onErrorMessage: 'A TLS handshake that failed was not noted' })
  return ({ address, alert: given, certificateUntilMs }) => {
    // Alerts that speak of something else are none of a certificate.
    const { data: alert } = TlsAlert.safeParse(given)
    const atMs = clock.now()
    if (alert === undefined || !isDue(`${address} ${alert}`, atMs) || written.add('', atMs) > maxInMinute) return
    writing.add(() => noteTlsRefusal(db, { address, alert, atMs, certificateUntilMs }))
  }
}
