import { useWords } from '../../platform/locale.ts'
import { deviceListText } from '../view/device.text.ts'
import type { Waiting } from '../view/list-changes.ts'

/** Live changes do not move, add or drop rows. The note counts the changes that wait and offers to load them. */
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
