import type { MessageOutcome } from '@brigade/contract/telemetry/message.model.ts'
import { useLocale } from '../../platform/locale.ts'
import { StateBadge, type StateShapeName, type StateTone } from '../../ui/icon/state-shape.tsx'
import { outcomeWords } from './trace.text.ts'

const looks: Readonly<Record<MessageOutcome, { shape: StateShapeName; tone: StateTone }>> = {
  stored: { shape: 'completed', tone: 'ok' },
  partly: { shape: 'preheating', tone: 'warn' },
  answered: { shape: 'completed', tone: 'idle' },
  refused: { shape: 'error', tone: 'bad' },
  failed: { shape: 'error', tone: 'bad' },
  repeated: { shape: 'replaced', tone: 'idle' },
  unknown: { shape: 'error', tone: 'warn' },
  custom: { shape: 'completed', tone: 'idle' },
  sent: { shape: 'standby', tone: 'idle' },
}

/** The outcome of a message, as a shape and a word. */
export function OutcomeBadge({ outcome }: { outcome: MessageOutcome }) {
  return <StateBadge {...looks[outcome]} word={outcomeWords[outcome][useLocale()]} />
}
