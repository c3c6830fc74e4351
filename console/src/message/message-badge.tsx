import type {
  DeliveryChannel,
  DeliveryCounts,
  DeliveryState,
  MessageType,
} from '@brigade/contract/message/message.model.ts'
import { deliveryStates } from '@brigade/contract/message/message.model.ts'
import type { TaskState } from '@brigade/contract/message/task.model.ts'
import { formatNumber } from '../platform/format.ts'
import { useWords } from '../platform/locale.ts'
import { StateBadge, type StateShapeName } from '../ui/icon/state-shape.tsx'
import { Row, Text } from '../ui/layout/layout.tsx'
import css from './message.module.css'
import { messageText, taskText } from './message.text.ts'

const shapeOf: Readonly<Record<DeliveryState, StateShapeName>> = {
  queued: 'standby',
  held: 'preheating',
  sent: 'online',
  delivered: 'completed',
  read: 'completed',
  skipped: 'offline',
  expired: 'offline',
  failed: 'error',
}

export function DeliveryBadge({ state, fact }: { state: DeliveryState; fact?: string }) {
  const w = useWords(messageText)
  return <StateBadge shape={shapeOf[state]} word={w[`state-${state}`]} fact={fact} />
}

/** The ways by which messages are sent, by name. */
export function useChannelNames(): Readonly<Record<DeliveryChannel, string>> {
  const w = useWords(messageText)
  return {
    inbox: w['channel-inbox'],
    email: w['channel-email'],
    robot: w['channel-robot'],
    webhook: w['channel-webhook'],
  }
}

const shapeOfTask: Readonly<Record<TaskState, StateShapeName>> = {
  planned: 'standby',
  sending: 'online',
  sent: 'completed',
  paused: 'disabled',
  cancelled: 'offline',
  failed: 'error',
}

export function TaskBadge({ state }: { state: TaskState }) {
  const w = useWords(taskText)
  return <StateBadge shape={shapeOfTask[state]} word={w[`state-${state}`]} />
}

export function TypeBadge({ type, isCritical }: { type: MessageType; isCritical?: boolean }) {
  const w = useWords(messageText)
  return (
    <>
      {w[`type-${type}`]}
      {isCritical === true ? <span className={css.critical}> · {w.critical}</span> : null}
    </>
  )
}

/** The badges count deliveries by state, failures first; a state without deliveries is omitted. */
export function CountsBadge({ counts }: { counts: DeliveryCounts }) {
  const w = useWords(messageText)
  const shown = deliveryStates.toReversed().filter((state) => counts[state] > 0)
  return (
    <Row.span inline gap="0 12" wrap tabular>
      {shown.map((state) => (
        <span key={state} className={state === 'failed' ? css.bad : undefined}>
          {w[`state-${state}`]} <Text.b weight="500">{formatNumber(counts[state])}</Text.b>
        </span>
      ))}
    </Row.span>
  )
}
