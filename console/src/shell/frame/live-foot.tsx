import { useConnection } from '../../platform/connection.ts'
import { useWords, type WordsOf } from '../../platform/locale.ts'
import { StateShape, type StateShapeName } from '../../ui/icon/state-shape.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { shellText } from '../shell.text.ts'
import css from './frame.module.css'

type Shown = { shape: StateShapeName; text: string }

/** Whether live data arrives, and its delay. */
export function LiveFoot() {
  const w = useWords(shellText)
  const { reachable, live, lagMs } = useConnection()
  const { shape, text } = shown(w, reachable, live, lagMs)
  return (
    <Row
      gap="8"
      padding="0 16"
      align="center"
      size="xs"
      tone="ink-3"
      overflow="hidden"
      rigid
      borderTop
      nowrap
      className={css.live}
      data-tip={text}
    >
      <StateShape name={shape} />
      <Text overflow="hidden" ellipsis>
        {text}
      </Text>
    </Row>
  )
}

function shown(w: WordsOf<typeof shellText>, reachable: boolean, live: string, lagMs: number | null): Shown {
  if (!reachable) return { shape: 'offline', text: w.notConnected }
  if (live === 'lost') return { shape: 'offline', text: w.liveLost }
  if (live === 'connecting') return { shape: 'standby', text: w.liveConnecting }
  if (live === 'off') return { shape: 'online', text: w.connected }
  if (lagMs === null) return { shape: 'online', text: w.liveOn }
  return { shape: 'online', text: w.liveBehind({ s: Math.max(0.1, lagMs / 1000).toFixed(1) }) }
}
