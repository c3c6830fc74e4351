import type { FaultDetail } from '@brigade/contract/fault/record.model.ts'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import css from '../fault.module.css'
import { actText, recordText } from '../fault.text.ts'
import { Photo } from './photos.tsx'

/** The server itself performs these acts. Every other act without an author comes from the device. */
const isOfSystem = (act: FaultDetail['acts'][number]['act']): boolean => act === 'notify' || act === 'unshelve'

/** The timeline shows the events of the device, the server and people, the newest first. */
export function Happenings({ acts }: { acts: FaultDetail['acts'] }) {
  const w = useWords(recordText)
  const a = useWords(actText)
  return (
    <ol className={css.line}>
      {acts.map(({ at, act, by, text, photos }, index) => (
        <li key={`${at} ${act} ${index}`} data-act={act}>
          <time dateTime={at}>{formatTime(at)}</time>
          <div>
            <b>{w[`act-${act}`]}</b>
            <small> · {by ?? (isOfSystem(act) ? w.bySystem : w.byDevice)}</small>
            {text === '' ? null : <p>{text}</p>}
            {photos.length === 0 ? null : (
              <div className={css.photos}>
                {photos.map((fileId, place) => (
                  <Photo key={fileId} fileId={fileId} name={a.photo({ n: place + 1 })} />
                ))}
              </div>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
