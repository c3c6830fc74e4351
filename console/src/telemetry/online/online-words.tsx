import type { OnlineRow } from '@brigade/contract/telemetry/online.model.ts'
import type { z } from 'zod'
import { formatDuration } from '../../platform/time/duration.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { StateShape, type StateShapeName, type StateTone } from '../../ui/icon/state-shape.tsx'
import { onlineReasons, onlineText, onlineWhat } from './online.text.ts'

export type OnlineEntry = z.output<typeof OnlineRow>
type What = keyof typeof onlineWhat

/** These disconnects were intended; all others are failures. */
const deliberate: ReadonlySet<OnlineEntry['reason']> = new Set([
  'disconnected',
  'sub_logout',
  'kicked',
  'disabled',
  'rekeyed',
  'removed',
])

function whatOf({ online, reason }: OnlineEntry): What {
  if (online === null) return 'refused'
  if (reason === 'replaced') return 'replaced'
  if (online) return 'connected'
  return deliberate.has(reason) ? 'left' : 'lost'
}

const shapes: Readonly<Record<What, { name: StateShapeName; tone: StateTone }>> = {
  connected: { name: 'online', tone: 'ok' },
  left: { name: 'offline', tone: 'off' },
  lost: { name: 'offline', tone: 'bad' },
  replaced: { name: 'replaced', tone: 'warn' },
  refused: { name: 'error', tone: 'bad' },
}

export const OnlineShape = ({ entry }: { entry: OnlineEntry }) => <StateShape {...shapes[whatOf(entry)]} />

/** Describes an entry of the log: the event, its reason or protocol, and its duration. */
export function useOnlineWords(nowMs: number): (entry: OnlineEntry) => { what: string; why: string; lasted: string } {
  const w = useWords(onlineText)
  const locale = useLocale()
  return (entry) => {
    const isLast = entry.lastedMs === null
    const duration = formatDuration(entry.lastedMs ?? nowMs - Date.parse(entry.time))
    const phrase = entry.online === true ? (isLast ? w.onlineNow : w.online) : isLast ? w.offlineNow : w.offline
    return {
      what: onlineWhat[whatOf(entry)][locale],
      why: entry.reason === 'connected' && entry.protocol !== '' ? entry.protocol : onlineReasons[entry.reason][locale],
      lasted: entry.online === null ? '' : phrase({ duration }),
    }
  }
}
