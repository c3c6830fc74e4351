import type { FaultDetail } from '@brigade/contract/fault/record.model.ts'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import css from '../fault.module.css'
import { recordText } from '../fault.text.ts'

/** What the device, the server and people did, the newest first. */
export function Happenings({ acts }: { acts: FaultDetail['acts'] }) {
  const w = useWords(recordText)
  return (
    <ol className={css.line}>
      {acts.map(({ at, act, by, text }, index) => (
        <li key={`${at} ${act} ${index}`} data-act={act}>
          <time dateTime={at}>{formatTime(at)}</time>
          <div>
            <b>{w[`act-${act}`]}</b>
            <small> · {by ?? (act === 'notify' ? w.bySystem : w.byDevice)}</small>
            {text === '' ? null : <p>{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
