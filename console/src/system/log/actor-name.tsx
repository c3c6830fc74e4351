import type { LogRow } from '@brigade/contract/system/log/log.model.ts'
import { useWords } from '../../platform/locale.ts'
import { logText } from './log.text.ts'

/** The name shows as much of the actor as the reader may see. */
export function ActorName({ row }: { row: LogRow }) {
  const w = useWords(logText)
  if (row.actor.isSupport) return w.support
  if (row.actor.account !== '') return row.actor.account
  return <span className="faint">{row.origin === 'call' ? w.nobody : w.outside}</span>
}
