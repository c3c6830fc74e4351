import type { FaultDetail, SpellCorrection } from '@brigade/contract/fault/record.model.ts'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Grid, Row, Text } from '../../ui/layout/layout.tsx'
import css from '../fault.module.css'
import { actText, recordText } from '../fault.text.ts'
import { Photo } from './photos.tsx'
import { useSpellLine } from './use-spell-line.ts'

/** The server itself performs these acts. Every other act without an author comes from the device. */
const isOfSystem = (act: FaultDetail['acts'][number]['act']): boolean =>
  act === 'notify' || act === 'unshelve' || act === 'correct' || act === 'withdraw'

/** The timeline shows the events of the device, the server and people, the newest first. */
export function Happenings({ acts }: { acts: FaultDetail['acts'] }) {
  const w = useWords(recordText)
  const a = useWords(actText)
  return (
    <ol className={css.line}>
      {acts.map(({ at, act, by, text, photos, corrections }, index) => (
        <Grid.li key={`${at} ${act} ${index}`} gap="0 16" relative data-act={act}>
          <Text.time tone="ink-3" tabular dateTime={at}>
            {formatTime(at)}
          </Text.time>
          <div>
            <b>{w[`act-${act}`]}</b>
            <Text.small tone="ink-3"> · {by ?? (isOfSystem(act) ? w.bySystem : w.byDevice)}</Text.small>
            {text === '' ? null : <p>{text}</p>}
            <Corrections corrections={corrections} />
            {photos.length === 0 ? null : (
              <Row gap="8" wrap className={css.photos}>
                {photos.map((fileId, place) => (
                  <Photo key={fileId} fileId={fileId} name={a.photo({ n: place + 1 })} />
                ))}
              </Row>
            )}
          </div>
        </Grid.li>
      ))}
    </ol>
  )
}

/**
 * Shows each correction on its own line: what was recorded, and what late reports show, in the reader's time zone and
 * unit.
 */
function Corrections({ corrections }: { corrections: readonly SpellCorrection[] }) {
  const w = useWords(recordText)
  const line = useSpellLine()
  return corrections.map(({ was, is }) => (
    <p key={`${was.from} ${was.to}`}>
      {w.was({ spell: line(was) })}
      <br />
      {w.is({ spell: is === null ? w.isNot : line(is) })}
    </p>
  ))
}
