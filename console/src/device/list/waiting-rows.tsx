import { useWords } from '../../platform/locale.ts'
import { deviceListText } from '../view/device.text.ts'
import type { Waiting } from '../view/list-changes.ts'

/** What live changes did not move, add or drop, and a way to load it. */
export function WaitingRows({ waiting, onLoad }: { waiting: Waiting; onLoad: () => void }) {
  const w = useWords(deviceListText)
  return (
    <>
      <span>{w.waiting({ changed: waiting.changed.size, added: waiting.added })}</span>
      <button type="button" onClick={onLoad}>
        {w.load}
      </button>
    </>
  )
}
